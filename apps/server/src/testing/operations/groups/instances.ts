import { get, type OperationGroup, operators, post, put } from '../operation-case.ts'

const openElements = 'mine,open,delegated,free1,held1,failed1,hear,see,later,wait,receive,free,first,second'.split(',')

/** Of one instance among several. */
const isNotDone = (answer: unknown) => !Array.isArray(answer) || answer.some(({ isDone }) => isDone !== true)

/** The operations on running instances. */
export const instanceOperations: OperationGroup = {
  prepare: async (as) => {
    const { id: undone } = await as('root', '/engine-rest', post('/process-definition/key/hidden/start', {}))
    await as(
      'root',
      '/api',
      put(`/processengine/instances/${undone}/variables`, { name: 'undone', type: 'String', text: 'x' }),
    )
    const { change } = await as('root', '/api', get(`/processengine/instances/${undone}/undo`))
    return { undone, undoneAt: change.at }
  },
  cases: [
    {
      operation: 'instances/suspend-instance',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ instance }) => put(`/process-instance/${instance}/suspended`, { suspended: true }),
    },
    {
      operation: 'instances/suspend-instances',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ instance }) => put('/process-instance/suspended', { suspended: true, processInstanceIds: [instance] }),
    },
    {
      operation: 'instances/activate-ad-hoc',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ instance }) => post(`/process-instance/${instance}/ad-hoc/free/activate`, { activityId: 'second' }),
    },
    {
      operation: 'instances/complete-ad-hoc',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ instance }) => post(`/process-instance/${instance}/ad-hoc/free/complete`),
    },
    {
      operation: 'instances/signal-element',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ waiting }) => post(`/execution/${waiting}/signal`),
    },
    {
      operation: 'instances/modify-instance',
      scopes: ['operate'],
      allowed: operators,
      api: ({ instance }) =>
        post(`/processengine/instances/${instance}/tokens`, { moves: [{ kind: 'start', at: 'before', id: 'open' }] }),
      rest: ({ instance }) =>
        post(`/process-instance/${instance}/modification`, {
          instructions: [{ type: 'startBeforeActivity', activityId: 'open' }],
        }),
    },
    {
      operation: 'instances/try-modification',
      scopes: ['operate'],
      allowed: operators,
      changesNothing: true,
      api: ({ instance }) =>
        post(`/processengine/instances/${instance}/tokens/try`, { moves: [{ kind: 'cancel', by: 'key', id: 'open' }] }),
    },
    {
      operation: 'instances/undo-last-change',
      scopes: ['operate'],
      allowed: operators,
      api: ({ undone, undoneAt }) => post(`/processengine/instances/${undone}/undo`, { at: undoneAt }),
    },
    {
      operation: 'instances/modify-instances',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ work, instance }) =>
        post('/modification/execute', {
          processDefinitionId: work,
          processInstanceIds: [instance],
          instructions: [{ type: 'startBeforeActivity', activityId: 'open' }],
        }),
    },
    {
      operation: 'instances/migrate-instances',
      scopes: ['operate'],
      allowed: operators,
      api: ({ work, instance }) =>
        post(`/processengine/definitions/${work}/migration`, {
          targetId: work,
          instructions: openElements.map((id) => ({ source: id, target: id })),
          ids: [instance],
        }),
      rest: ({ work, instance }) =>
        post('/migration/execute', {
          migrationPlan: {
            sourceProcessDefinitionId: work,
            targetProcessDefinitionId: work,
            instructions: openElements.map((id) => ({ sourceActivityIds: [id], targetActivityIds: [id] })),
          },
          processInstanceIds: [instance],
        }),
    },
    {
      operation: 'instances/try-migration',
      scopes: ['operate'],
      allowed: operators,
      changesNothing: true,
      api: ({ work, instance }) =>
        post(`/processengine/definitions/${work}/migration/try`, {
          targetId: work,
          instructions: openElements.map((id) => ({ source: id, target: id })),
          selection: { ids: [instance] },
        }),
    },
    {
      operation: 'processes/try-restart',
      scopes: ['start'],
      allowed: operators,
      changesNothing: true,
      api: ({ work, ended }) =>
        post(`/processengine/definitions/${work}/restart/try`, {
          moves: [{ kind: 'start', at: 'before', id: 'open' }],
          selection: { ids: [ended] },
        }),
    },
    {
      operation: 'processes/restart-instances',
      scopes: ['start'],
      allowed: operators,
      api: ({ work, ended }) =>
        post(`/processengine/definitions/${work}/restart`, {
          moves: [{ kind: 'start', at: 'before', id: 'open' }],
          ids: [ended],
        }),
      rest: ({ work, ended }) =>
        post(`/process-definition/${work}/restart`, {
          processInstanceIds: [ended],
          instructions: [{ type: 'startBeforeActivity', activityId: 'open' }],
        }),
    },
    {
      operation: 'instances/do-to-instance',
      scopes: ['operate'],
      allowed: operators,
      isRefused: isNotDone,
      api: ({ instance }) => post('/processengine/instance-actions', { action: { kind: 'suspend' }, ids: [instance] }),
    },
    {
      operation: 'instances/do-to-instance',
      of: 'one that ends',
      scopes: ['operate'],
      allowed: operators,
      isRefused: isNotDone,
      api: ({ instance }) =>
        post('/processengine/instance-actions', { action: { kind: 'cancel', reason: 'Twice.' }, ids: [instance] }),
    },
    {
      operation: 'instances/do-to-instance',
      of: 'one that ends by force',
      scopes: ['operate'],
      allowed: operators,
      isRefused: isNotDone,
      api: ({ instance }) =>
        post('/processengine/instance-actions', {
          action: { kind: 'cancel', reason: 'Broken.', isForced: true },
          ids: [instance],
        }),
    },
  ],
}
