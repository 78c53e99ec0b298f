/** Types that the table's scripts share. */

/** @typedef {import("../shared/types.js").Parts} Parts */
/** @typedef {import("../shared/types.js").Piece} Piece */
/** @typedef {{seat: number | null, defs: Record<string, string>, layout: string, parts: Parts, pieces: Map<string, Piece>}} Picture */
/** @typedef {{label: string, then: string, usual: boolean, act: () => void, hover: (on: boolean) => void}} Level */
/**
 * @typedef {{label: string, name?: string, levels?: Level[], then?: string | undefined, act: (event?: PointerEvent) => void, hold?: (event: PointerEvent) => void, kind?: string, key?: string, hinted?: boolean, hover?: (on: boolean) => void}} Tool
 */
/** @typedef {{prompt: string, choices?: Tool[], tools?: Tool[]}} BarContent */

export {};
