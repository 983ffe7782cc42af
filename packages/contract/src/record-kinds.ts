import type { recordKinds } from './messages/record-kinds.ts'

/** A kind of record: what a refusal such as `thing.disabled` is about. */
export type RecordKindName = keyof typeof recordKinds
