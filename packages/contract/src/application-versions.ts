import { z } from 'zod'
import { deploymentWarning } from './deployments.ts'
import { instant, person } from './values.ts'

/** A deployed version of an application. */
export const applicationVersion = z.object({
  version: z.number().int(),
  /** Null: it was deleted since. */
  deploymentId: z.string().nullable(),
  note: z.string().nullable(),
  /** The version that was deployed again. */
  restoredFrom: z.number().int().nullable(),
  deployedAt: instant,
  deployedBy: person.nullable(),
  /** Test cases failed, and why it was deployed all the same. */
  override: z.object({ reason: z.string(), failedTests: z.array(z.string()) }).nullable(),
  /** When and by whom it was undeployed, so that nobody can start its processes; null: it is deployed. */
  undeployed: z.object({ at: instant, by: person.nullable() }).nullable(),
})

export type ApplicationVersion = z.output<typeof applicationVersion>

export const applicationDeployment = z.object({
  /** Null: nothing was deployed yet. */
  last: applicationVersion.nullable(),
  /** The parts that would be deployed now, and the deployed parts that would be removed. */
  parts: z.array(
    z.object({
      kind: z.enum(['process', 'form', 'decision']),
      id: z.string(),
      name: z.string(),
      key: z.string(),
      /** The version of its design. */
      version: z.number().int(),
      deployedVersion: z.number().int().nullable(),
      change: z.enum(['added', 'changed', 'same', 'removed']),
    }),
  ),
  /**
   * The number of running instances of all versions, which continue in their version. Counts up to `listLimits.total`.
   */
  runningInstances: z.number().int(),
  /** The number of running instances by version, the newest first. */
  running: z.array(z.object({ version: z.number().int(), instances: z.number().int() })),
})

export type ApplicationDeployment = z.output<typeof applicationDeployment>

export const deployedApplication = z.object({
  version: z.number().int(),
  deploymentId: z.string(),
  warnings: z.array(deploymentWarning),
})

export type DeployedApplication = z.output<typeof deployedApplication>
