import type { Call, Opening } from '@millrace/contract'

/**
 * A right that opens a call to users without the roles of the call. The operation or list checks the objects that the
 * right covers; with `of`, the object in the path is checked before.
 */
export interface CallOpening {
  readonly right: Opening
  /** The path parameter with the object; null when the operation or the list checks the objects. */
  readonly of: string | null
}

/** Returns the right that opens a call; null: only its roles do. */
export function openingOf({ name = '', path, method, scope }: Call): CallOpening | null {
  const named = openedByName.get(name)
  if (named !== undefined) return { right: named, of: null }
  const isReading = method === 'GET' || scope === 'read'
  if (path.startsWith('/applications/{appId}')) {
    const change = scope === 'deploy' ? 'applications.deploy' : 'applications.design'
    return { right: isReading ? 'applications.read' : change, of: 'appId' }
  }
  if (path.startsWith('/data-lists/{id}'))
    return { right: isReading ? 'data-lists.read' : 'data-lists.design', of: 'id' }
  if (path.startsWith('/templates/email-template/{id}'))
    return { right: isReading ? 'email-templates.read' : 'email-templates.design', of: 'id' }
  return null
}

/** The calls that each right opens, beside those of one application or data list. */
const calls = {
  'applications.read': [
    ...listOf('applications', 'list'),
    ...listOf('appProcesses', 'list'),
    ...listOf('forms', 'list'),
    ...listOf('appDecisions', 'list'),
    'forms.allApplications',
  ],
  'data-lists.read': listOf('dataLists', 'list'),
  'email-templates.read': [...listOf('emailTemplates', 'list'), 'emailTemplates.preview', 'emailTemplates.testMail'],
  'email-templates.design': ['emailTemplates.create'],
  'system-templates.read': [
    'systemTemplates.list',
    'systemTemplates.get',
    'systemTemplates.preview',
    'systemTemplates.testMail',
  ],
  'system-templates.design': ['systemTemplates.save', 'systemTemplates.reset', 'systemTemplates.sendTest'],
  'deployments.read': [
    ...listOf('deployments', 'list'),
    'deployments.get',
    'deployments.needs',
    'deployments.downloadFile',
  ],
  'deployments.create': ['deployments.deploy'],
  'deployments.delete': ['deployments.delete'],
  'definitions.read': [
    ...listOf('definitions', 'list'),
    'definitions.get',
    'definitions.elements',
    'definitions.callers',
  ],
  'definitions.operate': ['definitions.suspend', 'definitions.setTimeToLive'],
  'instances.read': [
    ...listOf('processes', 'all'),
    'processes.allFilters',
    'processes.externalTasks',
    'processes.subscriptions',
  ],
  'instances.operate': [
    'processes.doToInstances',
    'processes.setVariable',
    'processes.removeVariable',
    'processes.annotateIncident',
    'processes.setExternalTaskRetries',
    'processes.tryMoves',
    'processes.moveTokens',
    'processes.undoable',
    'processes.undo',
    ...listOf('jobs', 'list'),
    'jobs.filters',
    'jobs.get',
    'jobs.run',
    'jobs.setRetries',
    'jobs.setDue',
    'jobs.setPriority',
    'jobs.suspend',
    'jobs.resetTimer',
    ...listOf('batches', 'list'),
    'batches.prepare',
    'batches.begin',
    'batches.get',
    'batches.items',
    'batches.pause',
    'batches.resume',
    'batches.cancel',
    'batches.retry',
    'moves.versions',
    'moves.plan',
    'moves.tryMoves',
    'moves.tryMigration',
    'moves.migrate',
    'moves.tryRestart',
    'moves.restart',
  ],
  'tasks.read': [...listOf('tasks', 'open'), 'tasks.openFilters'],
} as const satisfies Partial<Record<Opening, readonly string[]>>

function listOf(subject: string, list: string): string[] {
  return ['', 'Count', 'Export'].map((of) => `${subject}.${list}${of}`)
}

const openedByName: ReadonlyMap<string, Opening> = new Map(
  Object.entries(calls).flatMap(([right, names]) => names.map((name) => [name, right as Opening])),
)
