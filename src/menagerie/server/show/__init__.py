"""What viewers of a table are sent: messages, animation, score history, and the catalog of titles.

It reads tables and changes nothing at them. It must not know the bots' processes, nor the web framework: a connection
here is anything that takes messages.
"""
