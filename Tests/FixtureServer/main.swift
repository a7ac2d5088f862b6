@preconcurrency import Glibc
import TestSupport

let server = LoopbackServer()
server.routeFixtures()
print("PORT \(server.port)")
fflush(stdout)
// Whoever started this holds the other end; when that is gone, nobody needs the server.
while readLine() != nil {}
server.stop()
