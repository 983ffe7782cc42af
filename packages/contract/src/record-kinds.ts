import type { recordKinds } from './messages/record-kinds.ts'

/** The name of a kind of record, for refusals such as `thing.disabled`. */
export type RecordKindName = keyof typeof recordKinds
