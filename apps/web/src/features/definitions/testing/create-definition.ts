import type { DefinitionDetail } from '@millrace/contract'

const deployed = { deployedAt: '2026-11-18T14:31:00.000Z', deployedBy: { username: 'ada', displayName: 'Ada King' } }

/** Creates a version with one older version. */
export const createDefinition = (more: Partial<DefinitionDetail> = {}): DefinitionDetail => ({
  id: 'definition-2',
  key: 'purchase',
  name: 'Purchase request',
  version: 2,
  versionTag: null,
  tenantId: null,
  description: null,
  isSuspended: false,
  fileName: 'purchase.bpmn',
  deployment: { id: 'deployment-1', name: 'Purchasing', ...deployed },
  canStart: true,
  timeToLive: null,
  historyLevel: 'full',
  starters: { users: [], groups: [] },
  forms: [{ elementId: 'delivery', elementName: 'Confirm delivery date', kind: 'task', form: 'delivery' }],
  jobDefinitions: [
    {
      id: 'jobs-1',
      elementId: 'book',
      elementName: 'Book',
      type: 'async-continuation',
      configuration: 'async-before',
      isSuspended: false,
      priority: null,
    },
  ],
  planned: [],
  decisions: [],
  versions: [
    { ...deployed, id: 'definition-2', version: 2, versionTag: null, isSuspended: false, running: 5, incidents: 1 },
    { ...deployed, id: 'definition-1', version: 1, versionTag: null, isSuspended: true, running: 0, incidents: 0 },
  ],
  hasOlderVersions: false,
  counts: { running: 5, ended: 12, incidents: 1 },
  ...more,
})
