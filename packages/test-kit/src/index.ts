export { createFakeClock, type FakeClock } from './fake-clock.ts'
export { addToGroup, createUser, createWorkplace, type TestUser, type UserOptions, type WorkplaceOptions } from './factories.ts'
export { createTestDatabase, type TestDatabase } from './test-database.ts'
