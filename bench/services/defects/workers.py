"""A service of so many threads as `defect.json` says, each of which takes one connection at a time from the socket."""
import json
import os
import socket
import threading
import time

with open("defect.json", encoding="utf-8") as file:
    defect = json.load(file)
HOLD = defect["holdMs"] / 1000


def answer(listener: socket.socket) -> None:
    while True:
        connection, _ = listener.accept()
        with connection:
            try:
                asked = connection.recv(65536)
                if asked and not asked.startswith(b"GET /healthz"):
                    time.sleep(HOLD)
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\nok\n")
            except OSError:
                pass  # The caller is gone.


# Whoever waits for a thread waits here, as many as there may be.
listener = socket.create_server(("127.0.0.1", int(os.environ["PORT"])), backlog=4096)
threads = [threading.Thread(target=answer, args=(listener,)) for _ in range(defect["workers"])]
for thread in threads:
    thread.start()
