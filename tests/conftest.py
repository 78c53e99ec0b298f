"""For all tests."""

import signal

# Some tests press Ctrl-C, in this process and in others. A shell that starts something in the background lets it, and
# all that it starts, ignore Ctrl-C: not here.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
