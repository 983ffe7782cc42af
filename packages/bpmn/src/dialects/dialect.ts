import type { Dialect } from '../model.ts'

/**
 * The vocabularies of extension attributes and elements. Operaton uses that of Camunda, and Activiti that of Flowable.
 */
export type Words = 'camunda' | 'flowable' | 'millrace'

/** How the models of a vendor are recognized, and where its vocabulary differs from ours. */
export interface DialectDescriptor {
  readonly dialect: Exclude<Dialect, 'bpmn'>
  /** Namespace of its attributes and elements. */
  readonly uri: string
  /** An earlier namespace of the same vocabulary. */
  readonly olderUri?: string
  /** Found in the target namespace, the exporter or another namespace of a model that uses none of its attributes. */
  readonly trace: RegExp
  /** The vendor whose vocabulary it uses: Operaton uses Camunda's, Activiti uses Flowable's. */
  readonly words: Words
}
