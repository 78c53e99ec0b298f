"""Pictures for programs that know CSS classes but no custom properties: every style is written on its own element.

Our scenes take their colours from custom properties, which are inherited, also into the drawings that `<use>` shows:
where a property is set on the way to a drawing, that drawing is copied with the colours it has there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import cssselect2
import tinycss2

SVG: Final = "{http://www.w3.org/2000/svg}"
DEAD: Final = re.compile(r"var\(|calc\(|clamp\(|max\(|min\(")
"""What a value has no meaning with once all properties are known: it is left out."""
COMPUTED: Final = re.compile(r"\b(calc|clamp|max|min)\(([^()]*)\)")
"""An innermost computation."""
NEEDED: Final = re.compile(r"var\(\s*(--[\w-]+)")
SPACED: Final = re.compile(r"rgb\((\d+) (\d+) (\d+) / (\d+)%\)")
"""A colour in today's notation, which not all programs read."""
Declarations = dict[str, str]

ElementTree.register_namespace("", SVG[1:-1])


def inlined(svg: str) -> str:
    """Return the same picture without a style sheet and custom properties. What depends on the medium is left out."""
    root = ElementTree.fromstring(svg)  # noqa: S314 # a picture of ours
    return ElementTree.tostring(_Inliner(root).picture(), encoding="unicode")


class _Inliner:
    """One picture that is written again."""

    def __init__(self, root: Element) -> None:
        self._root = root
        self._declared = _declared(root)
        self._drawings = {element.get("id", ""): element for element in root.iter(f"{SVG}symbol")}
        self._needed = {name: self._needed_by(drawing) for name, drawing in self._drawings.items()}
        self._usual = self._properties(root, {})
        self._copies: dict[tuple[str, tuple[tuple[str, str], ...]], Element] = {}

    def picture(self) -> Element:
        """Return all of it, with the copies of drawings in front."""
        root = self._written(self._root, {})
        root.insert(0, defs := Element(f"{SVG}defs"))
        defs.extend(self._copies.values())
        return root

    def _written(self, element: Element, inherited: Declarations) -> Element:
        properties = self._properties(element, inherited)
        made = Element(element.tag, element.attrib)
        made.text, made.tail = element.text, element.tail
        values = {name: known(value, properties) for name, value in self._declared[element].items()}
        if radius := values.pop("rx", ""):
            made.set("rx", radius.removesuffix("px"))  # these programs know it as an attribute only
        style = [f"{name}:{value}" for name, value in values.items() if name[:2] != "--" and not DEAD.search(value)]
        if style:
            made.set("style", ";".join(style))
        if element.tag == f"{SVG}use":
            made.set("href", self._drawing(element.get("href", ""), properties))
        made.extend([self._written(child, properties) for child in element if child.tag != f"{SVG}style"])
        return made

    def _properties(self, element: Element, inherited: Declarations) -> Declarations:
        """The custom properties that hold at an element."""
        own = {name: value for name, value in self._declared[element].items() if name[:2] == "--"}
        together = inherited | own
        return together | {name: known(value, together) for name, value in own.items()} if own else inherited

    def _drawing(self, href: str, properties: Declarations) -> str:
        """What to use instead of a drawing where these properties hold."""
        name = href.removeprefix("#")
        if name not in self._drawings:
            return href
        here, usual = (tuple((one, of.get(one, "")) for one in self._needed[name]) for of in (properties, self._usual))
        if here == usual:
            return href
        key = name, here
        if key not in self._copies:
            self._copies[key] = copy = self._written(self._drawings[name], properties)
            copy.set("id", f"{name}-as-{len(self._copies)}")
        return f"#{self._copies[key].get('id')}"

    def _needed_by(self, drawing: Element) -> list[str]:
        """The custom properties on which it depends how a drawing looks, also through the drawings in it."""
        found: set[str] = set()
        for element in drawing.iter():
            found.update(*(NEEDED.findall(value) for value in self._declared[element].values()))
            if element.tag == f"{SVG}use" and (within := self._drawings.get(element.get("href", "")[1:])) is not None:
                found.update(self._needed_by(within))
        return sorted(found)


def _declared(root: Element) -> dict[Element, Declarations]:
    """What style sheets and `style` attributes declare for each element, the winner of each name."""
    matcher = cssselect2.Matcher()
    for sheet in root.iter(f"{SVG}style"):
        for rule in tinycss2.parse_stylesheet(sheet.text or "", skip_comments=True, skip_whitespace=True):
            if rule.type == "qualified-rule":
                declarations = _parsed(rule.content)
                for selector in _selectors(rule.prelude):
                    matcher.add_selector(selector, declarations)
    found: dict[Element, Declarations] = {}
    for wrapper in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
        element = wrapper.etree_element
        found[element] = {}
        for *_, declarations in matcher.match(wrapper):
            found[element] |= declarations
        if own := element.get("style"):
            found[element] |= _parsed(own)
    return found


def _selectors(prelude: object) -> Iterable[cssselect2.compiler.CompiledSelector]:
    """What a rule holds for; nothing where it is about more than elements, such as what is pointed at."""
    try:
        return [one for one in cssselect2.compile_selector_list(prelude) if one.pseudo_element is None]
    except cssselect2.SelectorError:
        return []


def _parsed(text: object) -> Declarations:
    found = tinycss2.parse_blocks_contents(text, skip_comments=True, skip_whitespace=True)
    return {one.name: tinycss2.serialize(one.value).strip() for one in found if one.type == "declaration"}


def known(value: str, properties: Declarations) -> str:
    """Return a value with custom properties in place of `var(--name, fallback)`, the innermost first; one that is not
    set and has no fallback stays. What can then be computed without units is computed."""
    while found := re.search(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*(?:\([^()]*\)[^()]*)*))?\)", value):
        instead = properties.get(found[1]) or found[2]
        if instead is None:
            return value
        value = f"{value[: found.start()]}{instead.strip()}{value[found.end() :]}"
    value = SPACED.sub(lambda found: f"rgba({found[1]},{found[2]},{found[3]},{int(found[4]) / 100:g})", value)
    return _computed(value)


def _computed(value: str) -> str:
    """Return a value with numbers in place of computations, the innermost first; one with units stays."""
    while found := COMPUTED.search(value):
        try:
            numbers = [_total(one) for one in found[2].split(",")]
        except ValueError:
            return value
        if found[1] == "clamp":
            low, number, high = numbers
            number = max(low, min(number, high))
        else:
            number = min(numbers) if found[1] == "min" else max(numbers)
        value = f"{value[: found.start()]}{number:g}{value[found.end() :]}"
    return value


def _total(text: str) -> float:
    """Compute a sum of products of numbers, in the notation of CSS: blanks around plus and minus."""
    first, *rest = re.sub(r"([*/])", r" \1 ", text).split()
    terms = [float(first)]
    for sign, number in zip(rest[::2], map(float, rest[1::2]), strict=True):
        if sign == "*":
            terms[-1] *= number
        elif sign == "/":
            terms[-1] /= number
        else:
            terms.append(float(f"{sign}1") * number)
    return sum(terms)
