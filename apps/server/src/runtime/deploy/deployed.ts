import type { ProcessModel } from '@millrace/bpmn'
import type { Content } from '../../platform/uploads/content.ts'
import type { DeployedFile, FileProblem } from './read-files.ts'

export interface DeployRequest {
  readonly name: string | null
  readonly source: string | null
  readonly tenantId: string | null
  readonly files: readonly NewFile[]
  /** The ids that a deployment has in another engine, when it is moved from there. */
  readonly identities?: DeployedIdentities
}

/** The ids and versions that a moved deployment keeps. If a version exists already, the deployment gets the next one. */
export interface DeployedIdentities {
  readonly id: string
  readonly deployedAt: string
  find(
    kind: 'process' | 'decision' | 'requirements',
    key: string,
  ): { readonly id: string; readonly version: number } | null
}

/** A file to deploy. Models are held in memory, other files may be in the database. */
export type NewFile = DeployedFile | { readonly name: string; readonly content: Content }

export interface Deployed {
  readonly id: string
  readonly name: string | null
  readonly source: string | null
  readonly tenantId: string | null
  readonly deployedAt: string
  readonly processes: readonly DeployedProcess[]
  readonly decisions: readonly DeployedDecision[]
  readonly requirements: readonly DeployedDecision[]
  readonly warnings: readonly FileProblem[]
}

export interface DeployedProcess {
  readonly id: string
  readonly version: number
  readonly resourceName: string
  readonly model: ProcessModel
}

export interface DeployedDecision {
  readonly id: string
  readonly key: string
  readonly name: string | null
  readonly version: number
  readonly resourceName: string
  readonly category: string | null
  readonly versionTag: string | null
  readonly historyTimeToLive: number | null
  readonly requirementsId: string | null
  readonly requirementsKey: string | null
}

export function contentOf(file: NewFile): Content {
  return 'content' in file ? file.content : file.bytes
}
