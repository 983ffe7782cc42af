export { countRows } from './count-rows.ts'
export { countTurns } from './count-turns.ts'
export { type CuttableProxy, openCuttableProxy } from './cuttable-proxy.ts'
export {
  type ApiTokenOptions,
  addToGroup,
  createApiToken,
  createUser,
  createWorkplace,
  type TestUser,
  type UserOptions,
  type WorkplaceOptions,
} from './factories.ts'
export { createFakeClock, type FakeClock } from './fake-clock.ts'
export { fillOperations } from './fill-operations.ts'
export { fillRestLists } from './fill-rest-lists.ts'
export { openStream, type TestStream } from './live-stream.ts'
export { headOf, openConnection } from './raw-connection.ts'
export { type IdOfTable, idsForPath, valuesInTurn } from './sparing.ts'
export { createTestApp, type TestApp, type TestAppOptions } from './test-app.ts'
export { createTestClient, type TestAnswer, type TestClient, type TestInput } from './test-client.ts'
export { createTestDatabase, type TestDatabase } from './test-database.ts'
export { testPerson, testRequest } from './test-request.ts'
export { zip } from './zip.ts'
