import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { limits } from './limits.ts'
import { listCalls } from './list/list-calls.ts'
import { deploymentList, deploymentRow } from './lists/deployments.ts'
import { idParams } from './values.ts'

/** Limits for uploads of a deployment. */
export const deploymentLimits = {
  files: 20,
  /** Bytes of one file. */
  fileSize: 5 * 1024 * 1024,
  name: 255,
  /** Longest first, so that a name ends with at most one of them. */
  extensions: ['.bpmn20.xml', '.bpmn', '.dmn'],
} as const

export type DeploymentRow = z.output<typeof deploymentRow>

const deployedFile = z.object({
  id: z.string(),
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
})

const deployedDefinition = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  version: z.number().int(),
  fileName: z.string(),
})

/** A running instance keeps its deployment in use. */
const deployedProcess = deployedDefinition.extend({
  isSuspended: z.boolean(),
  isStartable: z.boolean(),
  /** The icon that an operator chose, otherwise that of the model; null for none. */
  icon: z.string().nullable(),
  /** Whether an operator chose it. */
  isIconChosen: z.boolean(),
  /** Counts up to `listLimits.total`. */
  runningInstances: z.number().int(),
})

const deploymentDetail = deploymentRow.extend({
  resources: z.array(deployedFile),
  processes: z.array(deployedProcess),
  decisions: z.array(deployedDefinition),
})

export type DeploymentDetail = z.output<typeof deploymentDetail>

/** A warning about a model. Errors that prevent a deployment are `details` of the refusal, see `deploy`. */
export const deploymentWarning = z.object({
  fileName: z.string(),
  /** Null when no element carries it. */
  elementId: z.string().nullable(),
  /** A problem code of `@millrace/bpmn` or `@millrace/dmn`. */
  code: z.string(),
  message: z.string(),
  /** The object that has to be created for the warning to disappear; null when nothing is missing. */
  needs: z
    .object({
      kind: z.enum(['binding', 'user', 'group', 'form', 'process', 'decision']),
      /** Name or key, as the model has it. */
      name: z.string(),
    })
    .nullable(),
})

export type DeploymentWarning = z.output<typeof deploymentWarning>

const audience = ['RoleProcessAdmin', 'RoleAdmin'] as const
const deployers = ['RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'] as const

export const deploymentCalls = defineCalls('deployments', {
  ...listCalls(deploymentList, {
    path: '/processengine/deployments',
    summary: 'Lists the deployments.',
    tag: 'Deployments',
    audience,
    row: deploymentRow,
  }),
  /**
   * Deploys all files or none. Body: a part `name`, then parts `file`. `deployment.invalid` has each error in
   * `details`: `where` is the file name, followed by `#` and the element id for an error of an element; `code` as in
   * warnings.
   */
  deploy: defineCall({
    method: 'POST',
    path: '/processengine/deployments',
    summary: 'Deploys BPMN and DMN files.',
    tag: 'Deployments',
    audience: deployers,
    scope: 'deploy',
    touches: ['deployments', 'processes', 'categories', 'customViews'],
    happensOnce: true,
    body: 'multipart',
    parts: deploymentLimits,
    bodyLimit: limits.allFiles,
    answer: z.object({ deployment: deploymentDetail, warnings: z.array(deploymentWarning) }),
    errors: ['request.too-large', 'deployment.invalid', 'deployment.empty'],
  }),
  get: defineCall({
    method: 'GET',
    path: '/processengine/deployments/{id}',
    summary: 'Returns a deployment with its files and definitions.',
    tag: 'Deployments',
    audience,
    params: idParams,
    answer: deploymentDetail,
    errors: ['thing.not-found'],
  }),
  /** Lists bindings, users, groups, forms, processes and decisions that the models name and that do not exist yet. */
  needs: defineCall({
    method: 'GET',
    path: '/processengine/deployments/{id}/needs',
    summary: 'Lists references of the models of a deployment that do not exist in the workplace.',
    tag: 'Deployments',
    audience,
    params: idParams,
    answer: z.array(deploymentWarning),
    errors: ['thing.not-found'],
  }),
  /** Returns a file of the deployment as an attachment. */
  downloadFile: defineCall({
    method: 'GET',
    path: '/processengine/deployments/{id}/files/{fileId}',
    summary: 'Downloads a file of a deployment.',
    tag: 'Deployments',
    audience,
    params: idParams.extend({ fileId: z.string().max(64) }),
    answer: 'file',
    errors: ['thing.not-found'],
  }),
  /**
   * Deletes a deployment. With `cascade`, running instances and all history of its processes are deleted too; otherwise
   * running instances prevent it.
   */
  delete: defineCall({
    method: 'DELETE',
    path: '/processengine/deployments/{id}',
    summary: 'Deletes a deployment.',
    tag: 'Deployments',
    audience: deployers,
    scope: 'deploy',
    touches: ['deployments.list', 'processes', 'tasks', 'categories', 'customViews'],
    happensOnce: true,
    params: idParams,
    query: z.object({ cascade: z.enum(['true', 'false']).default('false') }),
    answer: 'empty',
    errors: ['thing.not-found', 'deployment.in-use'],
  }),
})
