"""What is answered over HTTP and websockets, one module for each subject: who asks, one call, the answer."""
