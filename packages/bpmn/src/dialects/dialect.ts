import type { Dialect } from '../model.ts'

/** What one vendor's models are known by, and where its words differ from ours. */
export interface DialectDescriptor {
  readonly dialect: Exclude<Dialect, 'bpmn'>
  /** Namespace of its attributes and elements. */
  readonly uri: string
  /** Namespace of what it called otherwise once. */
  readonly olderUri?: string
  /** Found in the target namespace, the exporter or another namespace of a model that uses none of its attributes. */
  readonly trace: RegExp
  /** What a process without `isExecutable` is. */
  readonly isExecutableByDefault: boolean
  /** Its names for attributes and elements that we call otherwise: theirs → ours. */
  readonly names: Readonly<Record<string, string>>
}
