import { type DeedGroup, everyone, get, operators, post, programs, put, remove, users } from './deed-case.ts'

const submission = ({ formOfMine, ...more }: Readonly<Record<string, string>>, hash = formOfMine) => ({
  values: {},
  hash,
  action: null,
  timeZone: 'UTC',
  ...(more.businessKey === undefined ? {} : { businessKey: more.businessKey }),
})

const view = { list: 'tasks.assigned', search: { priority: 'high' }, columns: {}, sharing: { with: 'nobody' } }
/** Who looks after views that are shared. */
const viewKeepers = ['administrator', 'processAdministrator'] as const

const draft = { values: { note: 'half' }, hash: 'any', revision: 0, writer: 'window' }

/** Of one task among several. */
const isNotDone = (answer: unknown) => !Array.isArray(answer) || answer.some(({ isDone }) => isDone !== true)

/** Deeds about tasks, what people write about them and keep for themselves, and starts. */
export const workDeeds: DeedGroup = {
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
      deed: 'task-batches/start-batch',
      scopes: 'browser',
      needsBrowser: true,
      allowed: ['candidate', ...operators],
      api: ({ open }) => post('/task-batches', { deed: { kind: 'claim' }, selection: { ids: [open] } }),
    },
    {
      deed: 'task-batches/cancel-batch',
      scopes: 'browser',
      needsBrowser: true,
      allowed: ['user'],
      api: ({ batch }) => post(`/task-batches/${batch}/cancel`),
    },
    {
      deed: 'tasks/claim-task',
      of: 'for oneself',
      scopes: ['work'],
      allowed: ['candidate', ...operators],
      api: ({ open }) => post(`/tasks/${open}/claim`),
      rest: ({ open, self }) => post(`/task/${open}/claim`, { userId: self }),
    },
    {
      deed: 'tasks/claim-task',
      of: 'for somebody else',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ open }) => post(`/task/${open}/claim`, { userId: 'colleague' }),
    },
    {
      deed: 'tasks/unclaim-task',
      scopes: ['work'],
      allowed: ['assignee', 'program'],
      api: ({ mine }) => post(`/tasks/${mine}/unclaim`),
      rest: ({ mine }) => post(`/task/${mine}/unclaim`),
    },
    {
      deed: 'tasks/complete-task',
      scopes: ['work'],
      allowed: ['assignee', 'program'],
      api: (things) => post(`/tasks/${things.mine}/complete`, submission(things)),
      rest: ({ mine }) => post(`/task/${mine}/complete`),
    },
    {
      deed: 'tasks/complete-task',
      of: 'by its form',
      scopes: ['work'],
      allowed: ['assignee', 'program'],
      api: (things) => post(`/tasks/${things.mine}/complete`, submission(things)),
      rest: ({ mine }) => post(`/task/${mine}/submit-form`),
    },
    {
      deed: 'drafts/keep-draft',
      of: 'of a task',
      scopes: ['work'],
      allowed: ['assignee', 'program'],
      api: ({ mine }) => put(`/tasks/${mine}/form/draft`, draft),
    },
    {
      deed: 'drafts/keep-draft',
      of: 'of a start form',
      scopes: ['start'],
      allowed: [...users, 'program'],
      api: ({ work }) => put(`/processes/definitions/${work}/start-form/draft`, draft),
    },
    {
      deed: 'drafts/discard-draft',
      of: 'of a task',
      scopes: ['work'],
      allowed: ['assignee', 'program'],
      api: ({ delegated }) => remove(`/tasks/${delegated}/form/draft`),
      changesNothing: true,
    },
    {
      deed: 'drafts/discard-draft',
      of: 'of a start form',
      scopes: ['start'],
      allowed: [...users, 'program'],
      api: ({ work }) => remove(`/processes/definitions/${work}/start-form/draft`),
      changesNothing: true,
    },
    {
      deed: 'dashboards/arrange-dashboard',
      scopes: ['work'],
      allowed: users,
      api: () => put('/dashboard/layout', { cards: ['start'], hidden: ['due'] }),
    },
    {
      deed: 'drafts/discard-drafts',
      scopes: ['work'],
      allowed: users,
      api: () => post('/drafts/discard', { ids: ['00000000-0000-7000-8000-000000000000'] }),
      changesNothing: true,
    },
    {
      deed: 'tasks/resolve-task',
      scopes: ['work'],
      allowed: ['assignee', 'program'],
      api: (things) => post(`/tasks/${things.delegated}/complete`, submission(things, things.formOfDelegated)),
      rest: ({ delegated }) => post(`/task/${delegated}/resolve`),
    },
    {
      deed: 'tasks/assign-task',
      scopes: ['operate'],
      allowed: operators,
      api: ({ mine }) => put(`/processengine/tasks/${mine}/assignee`, { username: 'starter' }),
      rest: ({ mine }) => post(`/task/${mine}/assignee`, { userId: 'starter' }),
    },
    {
      deed: 'tasks/delegate-task',
      scopes: ['operate'],
      allowed: ['assignee', ...operators],
      api: ({ mine }) => post(`/tasks/${mine}/delegate`, { username: 'colleague' }),
      rest: ({ mine }) => post(`/task/${mine}/delegate`, { userId: 'colleague' }),
    },
    {
      deed: 'tasks/plan-task',
      scopes: ['operate'],
      allowed: ['assignee', ...operators],
      api: ({ mine }) => put(`/tasks/${mine}/plan`, { priority: 91 }),
    },
    {
      deed: 'tasks/throw-task-event',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ mine }) => post(`/task/${mine}/bpmnError`, { errorCode: 'failed' }),
    },
    {
      deed: 'tasks/create-task',
      of: 'of one’s own',
      scopes: ['operate'],
      allowed: [...users, ...operators],
      api: () => post('/tasks', { name: 'Call back' }),
    },
    {
      deed: 'tasks/describe-task',
      scopes: ['operate'],
      allowed: operators,
      api: ({ alone }) => put(`/tasks/${alone}/details`, { name: 'Other' }),
    },
    {
      deed: 'tasks/create-task',
      scopes: ['operate'],
      allowed: operators,
      rest: () => post('/task/create', { name: 'Another' }),
    },
    {
      deed: 'tasks/update-task',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ mine }) => put(`/task/${mine}`, { name: 'Other' }),
    },
    {
      deed: 'tasks/delete-task',
      scopes: ['operate'],
      allowed: operators,
      api: ({ alone }) => remove(`/tasks/${alone}`),
      rest: ({ alone }) => remove(`/task/${alone}`),
    },
    {
      deed: 'tasks/change-task-link',
      of: 'a candidate',
      scopes: ['operate'],
      allowed: operators,
      api: ({ mine }) => put(`/processengine/tasks/${mine}/candidates/user/starter`),
      rest: ({ mine }) => post(`/task/${mine}/identity-links`, { userId: 'starter', type: 'candidate' }),
    },
    {
      deed: 'tasks/change-task-link',
      of: 'a candidate who is one no more',
      scopes: ['operate'],
      allowed: operators,
      api: ({ open }) => remove(`/processengine/tasks/${open}/candidates/group/clerks`),
      rest: ({ open }) => post(`/task/${open}/identity-links/delete`, { groupId: 'clerks', type: 'candidate' }),
    },
    {
      deed: 'tasks/change-task-link',
      of: 'a role of the user’s own',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ mine }) => post(`/task/${mine}/identity-links`, { userId: 'colleague', type: 'reviewer' }),
    },
    {
      deed: 'comments/add-comment',
      scopes: ['operate'],
      allowed: ['assignee', 'candidate', ...operators],
      api: ({ mine }) => post(`/about/task/${mine}/comments`, { message: 'Look again.' }),
      // A comment stands at an instance too where the program names it.
      rest: ({ mine, instance }) =>
        post(`/task/${mine}/comment/create`, { message: 'Look again.', processInstanceId: instance ?? '' }),
    },
    {
      deed: 'comments/change-comment',
      scopes: ['operate'],
      allowed: operators,
      api: ({ mine, comment }) => put(`/about/task/${mine}/comments/${comment}`, { message: 'Other words.' }),
      rest: ({ mine, comment }) => put(`/task/${mine}/comment`, { id: comment, message: 'Other words.' }),
    },
    {
      deed: 'comments/delete-comments',
      scopes: ['operate'],
      allowed: operators,
      api: ({ mine, comment }) => remove(`/about/task/${mine}/comments/${comment}`),
      rest: ({ mine, comment }) => remove(`/task/${mine}/comment/${comment}`),
    },
    {
      deed: 'comments/add-attachment',
      scopes: ['operate'],
      allowed: ['assignee', 'candidate', ...operators],
      api: ({ mine }) => post(`/about/task/${mine}/files`, { url: 'https://example.org', name: 'A page' }),
      rest: ({ mine }) => ({
        ...post(`/task/${mine}/attachment/create`),
        files: {},
        fields: { url: 'https://example.org', 'attachment-name': 'A page' },
      }),
    },
    {
      deed: 'comments/delete-attachment',
      scopes: ['operate'],
      allowed: operators,
      api: ({ mine, attachment }) => remove(`/about/task/${mine}/files/${attachment}`),
      rest: ({ mine, attachment }) => remove(`/task/${mine}/attachment/${attachment}`),
    },
    {
      deed: 'variables/set-variables',
      of: 'an instance',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ instance }) => put(`/process-instance/${instance}/variables/note`, { value: 'other', type: 'String' }),
    },
    {
      deed: 'variables/set-variables',
      of: 'a task',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ mine }) => put(`/task/${mine}/localVariables/note`, { value: 'other', type: 'String' }),
    },
    {
      deed: 'processes/start-process',
      scopes: ['start'],
      allowed: [...users, 'program'],
      api: ({ work, formOfWork }) =>
        post(`/processes/definitions/${work}/start`, submission({ businessKey: 'B-1' }, formOfWork)),
      rest: ({ work }) => post(`/process-definition/${work}/start`, { businessKey: 'B-1' }),
    },
    {
      deed: 'processes/start-process',
      of: 'that its model keeps from lists',
      scopes: ['start'],
      allowed: programs,
      api: ({ hidden, formOfHidden }) =>
        post(`/processes/definitions/${hidden}/start`, submission({ businessKey: 'B-1' }, formOfHidden)),
      rest: ({ hidden }) => post(`/process-definition/${hidden}/start`, { businessKey: 'B-1' }),
    },
    {
      deed: 'instances/cancel-instance',
      scopes: ['operate'],
      allowed: [...operators, 'starter'],
      api: ({ instance }) => remove(`/processes/instances/${instance}`),
      rest: ({ instance }) => remove(`/process-instance/${instance}`),
    },
  ],
}
