import { z } from 'zod'

/** The maximum number of instances, chosen by id, in one batch of a list. */
export const maxChosenInstances = 10_000

/** Several instances: by their ids, all that the list of instances shows, or all of one version. */
export const instanceSelection = z.union([
  z.object({ ids: z.array(z.string().max(64)).min(1).max(maxChosenInstances) }),
  z.object({ query: z.record(z.string().max(100), z.string().max(20_000)) }),
  z.object({ definitionId: z.string().max(64) }),
])

export type InstanceSelection = z.output<typeof instanceSelection>
