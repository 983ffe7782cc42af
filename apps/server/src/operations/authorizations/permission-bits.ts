import { type ResourceTypeName, resourceNameOf } from './resource-names.ts'

/** The bits of permissions that have the same one for most resources, as Camunda 7 stores them. */
const bits: Readonly<Record<string, number>> = {
  NONE: 0,
  ALL: 0x7fff_ffff,
  READ: 1 << 1,
  UPDATE: 1 << 2,
  CREATE: 1 << 3,
  DELETE: 1 << 4,
  ACCESS: 1 << 5,
  READ_TASK: 1 << 6,
  UPDATE_TASK: 1 << 7,
  CREATE_INSTANCE: 1 << 8,
  READ_INSTANCE: 1 << 9,
  UPDATE_INSTANCE: 1 << 10,
  DELETE_INSTANCE: 1 << 11,
  READ_HISTORY: 1 << 12,
  DELETE_HISTORY: 1 << 13,
  TASK_WORK: 1 << 14,
  TASK_ASSIGN: 1 << 15,
  MIGRATE_INSTANCE: 1 << 16,
}

/** The bits of permissions that only one resource has, or that differ there. */
const ownBits: Readonly<Partial<Record<ResourceTypeName, Readonly<Record<string, number>>>>> = {
  ProcessDefinition: {
    RETRY_JOB: 1 << 5,
    SUSPEND_INSTANCE: 1 << 17,
    UPDATE_INSTANCE_VARIABLE: 1 << 18,
    UPDATE_TASK_VARIABLE: 1 << 19,
    SUSPEND: 1 << 20,
    READ_INSTANCE_VARIABLE: 1 << 21,
    READ_HISTORY_VARIABLE: 1 << 22,
    READ_TASK_VARIABLE: 1 << 23,
    UPDATE_HISTORY: 1 << 24,
  },
  Task: { UPDATE_VARIABLE: 1 << 5, READ_VARIABLE: 1 << 6 },
  ProcessInstance: { RETRY_JOB: 1 << 5, SUSPEND: 1 << 6, UPDATE_VARIABLE: 1 << 7 },
  Batch: {
    CREATE_BATCH_MIGRATE_PROCESS_INSTANCES: 1 << 5,
    CREATE_BATCH_MODIFY_PROCESS_INSTANCES: 1 << 6,
    CREATE_BATCH_RESTART_PROCESS_INSTANCES: 1 << 7,
    CREATE_BATCH_DELETE_RUNNING_PROCESS_INSTANCES: 1 << 8,
    CREATE_BATCH_DELETE_FINISHED_PROCESS_INSTANCES: 1 << 9,
    CREATE_BATCH_DELETE_DECISION_INSTANCES: 1 << 10,
    CREATE_BATCH_SET_JOB_RETRIES: 1 << 11,
    CREATE_BATCH_SET_EXTERNAL_TASK_RETRIES: 1 << 14,
    CREATE_BATCH_UPDATE_PROCESS_INSTANCES_SUSPEND: 1 << 15,
    CREATE_BATCH_SET_REMOVAL_TIME: 1 << 16,
    CREATE_BATCH_SET_VARIABLES: 1 << 17,
    CREATE_BATCH_CORRELATE_MESSAGE: 1 << 18,
  },
  Optimize: { EDIT: 1 << 1, SHARE: 1 << 2 },
  HistoricTask: { READ_VARIABLE: 1 << 6 },
  System: { SET: 1 << 2, DELETE: 1 << 3 },
}

/** Returns the permissions of an authorization as the number of Camunda 7, a bit for each. */
export function bitsOf(resourceType: number, permissions: readonly string[]): number {
  const name = resourceNameOf(resourceType)
  const own = name === null ? undefined : ownBits[name]
  return permissions.reduce((sum, permission) => sum | (own?.[permission] ?? bits[permission] ?? 0), 0)
}
