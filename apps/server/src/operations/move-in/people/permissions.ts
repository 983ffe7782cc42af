/** Bits of permissions that many resources have in common. */
const common = { READ: 2, UPDATE: 4, CREATE: 8, DELETE: 16 } as const

const task = {
  ...common,
  UPDATE_VARIABLE: 32,
  READ_VARIABLE: 64,
  READ_HISTORY: 4096,
  TASK_WORK: 16384,
  TASK_ASSIGN: 32768,
} as const

/** Names and bits of the permissions of each resource type of Camunda 7, by its number. */
const bits: readonly Readonly<Record<string, number>>[] = [
  { ACCESS: 32 },
  common,
  common,
  { CREATE: 8, DELETE: 16 },
  common,
  common,
  {
    READ: 2,
    UPDATE: 4,
    DELETE: 16,
    RETRY_JOB: 32,
    READ_TASK: 64,
    UPDATE_TASK: 128,
    CREATE_INSTANCE: 256,
    READ_INSTANCE: 512,
    UPDATE_INSTANCE: 1024,
    DELETE_INSTANCE: 2048,
    READ_HISTORY: 4096,
    DELETE_HISTORY: 8192,
    TASK_WORK: 16384,
    TASK_ASSIGN: 32768,
    MIGRATE_INSTANCE: 65536,
    SUSPEND_INSTANCE: 131072,
    UPDATE_INSTANCE_VARIABLE: 262144,
    UPDATE_TASK_VARIABLE: 524288,
    SUSPEND: 1048576,
    READ_INSTANCE_VARIABLE: 2097152,
    READ_HISTORY_VARIABLE: 4194304,
    READ_TASK_VARIABLE: 8388608,
    UPDATE_HISTORY: 16777216,
  },
  task,
  { ...common, RETRY_JOB: 32, SUSPEND: 64, UPDATE_VARIABLE: 128 },
  { READ: 2, CREATE: 8, DELETE: 16 },
  { READ: 2, UPDATE: 4, CREATE_INSTANCE: 256, READ_HISTORY: 4096, DELETE_HISTORY: 8192 },
  common,
  { CREATE: 8, DELETE: 16 },
  {
    ...common,
    CREATE_BATCH_MIGRATE_PROCESS_INSTANCES: 32,
    CREATE_BATCH_MODIFY_PROCESS_INSTANCES: 64,
    CREATE_BATCH_RESTART_PROCESS_INSTANCES: 128,
    CREATE_BATCH_DELETE_RUNNING_PROCESS_INSTANCES: 256,
    CREATE_BATCH_DELETE_FINISHED_PROCESS_INSTANCES: 512,
    CREATE_BATCH_DELETE_DECISION_INSTANCES: 1024,
    CREATE_BATCH_SET_JOB_RETRIES: 2048,
    READ_HISTORY: 4096,
    DELETE_HISTORY: 8192,
    CREATE_BATCH_SET_EXTERNAL_TASK_RETRIES: 16384,
    CREATE_BATCH_UPDATE_PROCESS_INSTANCES_SUSPEND: 32768,
    CREATE_BATCH_SET_REMOVAL_TIME: 65536,
    CREATE_BATCH_SET_VARIABLES: 131072,
    CREATE_BATCH_CORRELATE_MESSAGE: 262144,
  },
  { READ: 2 },
  common,
  common,
  { READ: 2, UPDATE: 4, DELETE: 16 },
  { EDIT: 2, SHARE: 4 },
  { READ: 2, READ_VARIABLE: 64 },
  { READ: 2 },
  { READ: 2, SET: 4, DELETE: 8 },
]

const all = 2_147_483_647

/**
 * Returns the names of the permissions that an authorization grants or revokes. A revocation stores them as the missing
 * bits. Null for a resource that does not exist here.
 */
export function namePermissions(type: number, resourceType: number, given: number): string[] | null {
  const known = bits[resourceType]
  if (known === undefined) return null
  const revokes = type === 2
  if (given === (revokes ? 0 : all)) return ['ALL']
  return Object.entries(known).flatMap(([name, bit]) => (((given & bit) === bit) !== revokes ? [name] : []))
}
