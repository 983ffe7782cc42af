import { type DeedGroup, everyone, operators, post, programs, put, remove, users } from './deed-case.ts'

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

/** Deeds about tasks and what people write about them, and the work of programs. */
export const workDeeds: DeedGroup = {
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
      deed: 'task-batches/start-batch',
      scopes: 'browser',
      needsBrowser: true,
      allowed: ['candidate', ...operators],
      api: ({ open }) => post('/task-batches', { deed: { kind: 'claim' }, selection: { ids: [open] } }),
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
      allowed: operators,
      rest: ({ mine }) => post(`/task/${mine}/delegate`, { userId: 'colleague' }),
    },
    {
      deed: 'tasks/throw-task-event',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ mine }) => post(`/task/${mine}/bpmnError`, { errorCode: 'failed' }),
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
      allowed: operators,
      rest: ({ mine }) => post(`/task/${mine}/comment/create`, { message: 'Look again.' }),
    },
    {
      deed: 'comments/change-comment',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ mine, comment }) => put(`/task/${mine}/comment`, { id: comment, message: 'Other words.' }),
    },
    {
      deed: 'comments/delete-comments',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ mine, comment }) => remove(`/task/${mine}/comment/${comment}`),
    },
    {
      deed: 'comments/add-attachment',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ mine }) => ({
        ...post(`/task/${mine}/attachment/create`),
        files: {},
        fields: { url: 'https://example.org' },
      }),
    },
    {
      deed: 'comments/delete-attachment',
      scopes: ['operate'],
      allowed: operators,
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
      deed: 'external-tasks/fetch-work',
      scopes: ['work'],
      allowed: programs,
      rest: () =>
        post('/external-task/fetchAndLock', {
          workerId: 'w',
          maxTasks: 1,
          topics: [{ topicName: 'free', lockDuration: 60_000 }],
        }),
    },
    {
      deed: 'external-tasks/lock-task',
      scopes: ['work'],
      allowed: programs,
      rest: ({ free }) => post(`/external-task/${free}/lock`, { workerId: 'w', lockDuration: 60_000 }),
    },
    {
      deed: 'external-tasks/extend-task-lock',
      scopes: ['work'],
      allowed: programs,
      rest: ({ held }) => post(`/external-task/${held}/extendLock`, { workerId: 'worker', newDuration: 700_000 }),
    },
    {
      deed: 'external-tasks/unlock-task',
      scopes: ['work'],
      allowed: programs,
      rest: ({ held }) => post(`/external-task/${held}/unlock`),
    },
    {
      deed: 'external-tasks/complete-work',
      scopes: ['work'],
      allowed: programs,
      rest: ({ held }) => post(`/external-task/${held}/complete`, { workerId: 'worker' }),
    },
    {
      deed: 'external-tasks/fail-work',
      scopes: ['work'],
      allowed: programs,
      rest: ({ held }) =>
        post(`/external-task/${held}/failure`, { workerId: 'worker', retries: 0, errorMessage: 'no' }),
    },
    {
      deed: 'external-tasks/throw-work-error',
      scopes: ['work'],
      allowed: programs,
      rest: ({ held }) => post(`/external-task/${held}/bpmnError`, { workerId: 'worker', errorCode: 'failed' }),
    },
    {
      deed: 'external-tasks/set-task-priority',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ free }) => put(`/external-task/${free}/priority`, { priority: 7 }),
    },
    {
      deed: 'external-tasks/set-task-retries',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ failed }) => put(`/external-task/${failed}/retries`, { retries: 1 }),
    },
    {
      deed: 'external-tasks/set-many-retries',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ failed }) => put('/external-task/retries', { retries: 1, externalTaskIds: [failed] }),
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
