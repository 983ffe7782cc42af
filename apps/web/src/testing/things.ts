import type { DeploymentDetail, InstanceDetail, OpenedForm, StartableProcess, TaskDetail } from '@millrace/contract'
import { compile } from '@millrace/forms'

export const ines = { username: 'ines.duarte', displayName: 'Ines Duarte' }
export const tomasz = { username: 'tomasz.wieczorek', displayName: 'Tomasz Wieczorek' }

/** Creates the only page of a list. */
export function createPage<Row>(items: Row[]) {
  return { items, from: 1, next: null, previous: null }
}

export function createStartable(more: Partial<StartableProcess> = {}): StartableProcess {
  return {
    definitionId: 'definition-1',
    key: 'purchase',
    name: 'Purchase request',
    description: 'Ask for goods or services.',
    version: 12,
    category: 'Finance',
    icon: null,
    typicalSeconds: 172_800,
    isFavourite: false,
    lastStartedAt: null,
    startCount: 0,
    ...more,
  }
}

/** Creates a form with one required text field `comment`. */
export function createForm(): OpenedForm {
  const compiled = compile(
    {
      schema: 2,
      id: 'form',
      root: [
        {
          id: 'n1',
          type: 'text',
          key: 'comment',
          props: { label: 'Comment', required: true },
          layout: { span: { base: 12, sm: 12, md: 12 } },
        },
      ],
    },
    { language: { compile: () => ({ ok: false, problems: [] }), presentDay: (day) => day } },
  )
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
  return {
    document: compiled.form,
    values: {},
    variables: {},
    names: [],
    draft: null,
    unsupported: [],
    dates: [],
    dayZone: 'UTC',
    isStandIn: false,
  }
}

/** Creates the permissions on a task: none, except the given ones. */
export function createTaskPermissions(more: Partial<TaskDetail['permissions']> = {}): TaskDetail['permissions'] {
  return {
    ...{ claim: false, unclaim: false, complete: false, delegate: false },
    ...{ assign: false, plan: false, share: false, own: false, seeProcess: true },
    ...more,
  }
}

export function createTask(more: Partial<TaskDetail> = {}): TaskDetail {
  return {
    id: 'task-1',
    name: 'Approve purchase request',
    title: 'PR-2026-04817',
    state: 'assigned',
    priority: 50,
    dueAt: null,
    followUpAt: null,
    createdAt: '2026-11-19T08:00:00.000Z',
    assignee: ines,
    inPlaceOf: null,
    process: {
      instanceId: 'instance-1',
      businessKey: 'PR-2026-04817',
      definitionId: 'definition-1',
      key: 'purchase',
      name: 'Purchase request',
      version: 12,
    },
    description: null,
    taskKey: 'approve',
    endedAt: null,
    owner: null,
    candidateGroups: ['Finance approvers'],
    candidateUsers: [],
    delegation: null,
    permissions: createTaskPermissions({ unclaim: true, complete: true }),
    form: createForm(),
    ...more,
  }
}

export function createInstance(more: Partial<InstanceDetail> = {}): InstanceDetail {
  return {
    id: 'instance-1',
    businessKey: 'PR-2026-04817',
    title: 'PR-2026-04817',
    definition: { id: 'definition-1', key: 'purchase', name: 'Purchase request', version: 12 },
    state: 'active',
    startedAt: '2026-11-19T08:00:00.000Z',
    endedAt: null,
    waitsAt: ['Confirm delivery date'],
    waitsFor: ['Tomasz Wieczorek'],
    waitingSince: '2026-11-19T09:00:00.000Z',
    waits: [],
    startedBy: tomasz,
    caller: null,
    reason: null,
    startAgain: null,
    counts: { variables: 1, incidents: 0 },
    permissions: {
      cancel: true,
      retry: true,
      restart: false,
      seeVariables: true,
      seeIncidents: true,
      seeJobs: true,
      seeBatches: true,
    },
    ...more,
  }
}

export function createDeployment(more: Partial<DeploymentDetail> = {}): DeploymentDetail {
  return {
    id: 'deployment-1',
    name: 'Purchasing',
    source: 'millrace',
    deployedAt: '2026-11-19T08:00:00.000Z',
    deployedBy: ines,
    files: ['purchase.bpmn'],
    counts: { files: 1, processes: 1, decisions: 0 },
    resources: [{ id: 'file-1', name: 'purchase.bpmn', size: 18_204 }],
    processes: [
      {
        id: 'definition-1',
        key: 'purchase',
        name: 'Purchase request',
        version: 12,
        fileName: 'purchase.bpmn',
        isSuspended: false,
        isStartable: true,
        icon: null,
        isIconChosen: false,
        runningInstances: 0,
      },
    ],
    decisions: [],
    ...more,
  }
}

/** A model without a diagram, which pages show as a list of steps. */
export const modelWithoutDrawing = `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="http://example.org">
  <bpmn:process id="purchase" isExecutable="true">
    <bpmn:startEvent id="received" name="Request received" />
    <bpmn:userTask id="delivery" name="Confirm delivery date" />
    <bpmn:parallelGateway id="fork" />
  </bpmn:process>
</bpmn:definitions>`
