import { type DeedGroup, everyone, get, operators, post, put, remove } from '../deed-case.ts'
import { submission } from './work.ts'

const view = { list: 'tasks.assigned', search: { priority: 'high' }, columns: {}, sharing: { with: 'nobody' } }
/** Who looks after views that are shared. */
const viewKeepers = ['administrator', 'processAdministrator'] as const

/** Of one task among several. */
const isNotDone = (answer: unknown) => !Array.isArray(answer) || answer.some(({ isDone }) => isDone !== true)

/** Deeds about several tasks at once, and about views of their lists. */
export const bulkDeeds: DeedGroup = {
  prepare: async (as) => {
    const rest = (request: Parameters<typeof as>[2]) => as('root', '/engine-rest', request)
    const { id: instance } = await rest(post('/process-definition/key/hidden/start'))
    const [{ id: claimed }] = await rest(get(`/task?processInstanceId=${instance}`))
    await rest(post(`/task/${claimed}/identity-links`, { groupId: 'clerks', type: 'candidate' }))
    const body = { deed: { kind: 'claim' }, ids: [claimed] }
    const [{ mark: markOfClaimed }] = await as('candidate', '/api', post('/task-deeds', body))
    return { claimed, markOfClaimed }
  },
  cases: [
    {
      deed: 'list-views/create-list-view',
      scopes: 'browser',
      needsBrowser: true,
      allowed: everyone,
      api: () => post('/list-views', { ...view, name: 'Mine' }),
    },
    {
      deed: 'list-views/create-list-view',
      of: 'for everybody',
      scopes: 'browser',
      needsBrowser: true,
      allowed: viewKeepers,
      api: () => post('/list-views', { ...view, name: 'All', sharing: { with: 'everybody' } }),
    },
    {
      deed: 'list-views/create-list-view',
      of: 'in the menu',
      scopes: 'browser',
      needsBrowser: true,
      allowed: viewKeepers,
      api: () => post('/list-views', { ...view, list: 'tasks.open', search: {}, name: 'Menu', aliasName: 'Menu' }),
    },
    {
      deed: 'list-views/set-default-view',
      scopes: 'browser',
      needsBrowser: true,
      allowed: everyone,
      api: () => put('/list-views/default', { list: view.list, viewId: null }),
      changesNothing: true,
    },
    {
      deed: 'list-views/change-list-view',
      scopes: 'browser',
      needsBrowser: true,
      allowed: viewKeepers,
      api: ({ sharedView }) => put(`/list-views/${sharedView}`, { name: 'Other' }),
    },
    {
      deed: 'list-views/remove-list-view',
      scopes: 'browser',
      needsBrowser: true,
      allowed: viewKeepers,
      api: ({ sharedView }) => remove(`/list-views/${sharedView}`),
    },
    {
      deed: 'tasks/do-to-task',
      scopes: ['work'],
      allowed: ['candidate', ...operators],
      isRefused: isNotDone,
      api: ({ open }) => post('/task-deeds', { deed: { kind: 'claim' }, ids: [open] }),
    },
    {
      deed: 'tasks/do-to-task',
      of: 'a form that is sent',
      scopes: ['work'],
      allowed: ['assignee', 'program'],
      isRefused: isNotDone,
      api: (things) => post('/task-deeds', { deed: { kind: 'complete', ...submission(things) }, ids: [things.mine] }),
    },
    {
      deed: 'tasks/undo-task',
      scopes: ['work'],
      allowed: ['candidate'],
      isRefused: isNotDone,
      api: ({ claimed, markOfClaimed }) => post('/task-deeds/undo', { items: [{ id: claimed, mark: markOfClaimed }] }),
    },
    {
      deed: 'batches/start-batch',
      scopes: 'browser',
      needsBrowser: true,
      allowed: ['candidate', ...operators],
      api: ({ open }) => post('/task-batches', { deed: { kind: 'claim' }, selection: { ids: [open] } }),
    },
    {
      deed: 'batches/cancel-batch',
      scopes: 'browser',
      needsBrowser: true,
      allowed: ['user'],
      api: ({ batch }) => post(`/task-batches/${batch}/cancel`),
    },
  ],
}
