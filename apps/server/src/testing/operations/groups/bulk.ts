import { everyone, get, type OperationGroup, operators, post, put, remove } from '../operation-case.ts'
import { submission } from './work.ts'

const view = { list: 'tasks.assigned', search: { priority: 'high' }, columns: {}, sharing: { with: 'nobody' } }
/** Who looks after views that are shared. */
const viewKeepers = ['administrator', 'processAdministrator'] as const

/** Of one task among several. */
const isNotDone = (answer: unknown) => !Array.isArray(answer) || answer.some(({ isDone }) => isDone !== true)

/** The operations on several tasks at the same time, and on views of their lists. */
export const bulkOperations: OperationGroup = {
  prepare: async (as) => {
    const rest = (request: Parameters<typeof as>[2]) => as('root', '/engine-rest', request)
    const { id: instance } = await rest(post('/process-definition/key/hidden/start'))
    const [{ id: claimed }] = await rest(get(`/task?processInstanceId=${instance}`))
    await rest(post(`/task/${claimed}/identity-links`, { groupId: 'clerks', type: 'candidate' }))
    const body = { action: { kind: 'claim' }, ids: [claimed] }
    const [{ mark: markOfClaimed }] = await as('candidate', '/api', post('/task-actions', body))
    return { claimed, markOfClaimed }
  },
  cases: [
    {
      operation: 'list-views/create-list-view',
      scopes: 'browser',
      needsBrowser: true,
      allowed: everyone,
      api: () => post('/list-views', { ...view, name: 'Mine' }),
    },
    {
      operation: 'list-views/create-list-view',
      of: 'for everybody',
      scopes: 'browser',
      needsBrowser: true,
      allowed: viewKeepers,
      api: () => post('/list-views', { ...view, name: 'All', sharing: { with: 'everybody' } }),
    },
    {
      operation: 'list-views/create-list-view',
      of: 'in the menu',
      scopes: 'browser',
      needsBrowser: true,
      allowed: viewKeepers,
      api: () => post('/list-views', { ...view, list: 'tasks.open', search: {}, name: 'Menu', aliasName: 'Menu' }),
    },
    {
      operation: 'list-views/set-default-view',
      scopes: 'browser',
      needsBrowser: true,
      allowed: everyone,
      api: () => put('/list-views/default', { list: view.list, viewId: null }),
      changesNothing: true,
    },
    {
      operation: 'list-views/change-list-view',
      scopes: 'browser',
      needsBrowser: true,
      allowed: viewKeepers,
      api: ({ sharedView }) => put(`/list-views/${sharedView}`, { name: 'Other' }),
    },
    {
      operation: 'list-views/remove-list-view',
      scopes: 'browser',
      needsBrowser: true,
      allowed: viewKeepers,
      api: ({ sharedView }) => remove(`/list-views/${sharedView}`),
    },
    {
      operation: 'tasks/do-to-task',
      scopes: ['work'],
      allowed: ['candidate', ...operators],
      isRefused: isNotDone,
      api: ({ open }) => post('/task-actions', { action: { kind: 'claim' }, ids: [open] }),
    },
    {
      operation: 'tasks/do-to-task',
      of: 'a form that is sent',
      scopes: ['work'],
      allowed: ['assignee', 'program'],
      isRefused: isNotDone,
      api: (things) =>
        post('/task-actions', { action: { kind: 'complete', ...submission(things) }, ids: [things.mine] }),
    },
    {
      operation: 'tasks/undo-task',
      scopes: ['work'],
      allowed: ['candidate'],
      isRefused: isNotDone,
      api: ({ claimed, markOfClaimed }) =>
        post('/task-actions/undo', { items: [{ id: claimed, mark: markOfClaimed }] }),
    },
    {
      operation: 'batches/start-batch',
      scopes: 'browser',
      needsBrowser: true,
      allowed: ['candidate', ...operators],
      api: ({ open }) => post('/task-batches', { action: { kind: 'claim' }, selection: { ids: [open] } }),
    },
    {
      operation: 'batches/cancel-batch',
      scopes: 'browser',
      needsBrowser: true,
      allowed: ['user'],
      api: ({ batch }) => post(`/task-batches/${batch}/cancel`),
    },
  ],
}
