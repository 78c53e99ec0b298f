"""Answer HTTP and websocket requests, one module per subject: identify the guest, make one call, return the answer."""
