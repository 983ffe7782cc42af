import { getElement } from '../definition.ts'
import { Refused } from '../outcome.ts'
import type { ElementInstance, JobOfKind } from '../state/rows.ts'
import { getDefinition, getElementInstance, type Step, schedule } from '../step.ts'
import { assertNotSuspended } from '../steps/events/trigger.ts'
import { endJob } from '../steps/life/close-owned.ts'
import { resume } from '../steps/life/resume.ts'
import { findServiceOf } from '../steps/work/create-work.ts'
import type { Service, WorkSource } from '../steps/work/service.ts'
import type { CommandOf } from './command.ts'
import { findJob, recordFailure } from './jobs.ts'

/** Completes the work of a job: its results become variables, and the element continues. */
export function completeWork(step: Step, { jobId, output }: CommandOf<'completeWork'>): void {
  const job = findWork(step, jobId)
  const { service, source, instance } = getServiceOf(step, job)
  step.isMoving = true
  endJob(step, job.id, 'done')
  schedule(
    step,
    instance.id,
    () => service.takeOutput(step, source, { instance, settings: job.data.settings, output }),
    () => resume(step, getElementInstance(step, instance.id)),
  )
}

/** Records that work failed: it is retried, or raises an incident, unless the model continues after failures. */
export function failWork(step: Step, command: CommandOf<'failWork'>): void {
  const job = findWork(step, command.jobId)
  const { service, source, instance } = getServiceOf(step, job)
  if (
    service.takeFailure?.(step, source, { instance, settings: job.data.settings, message: command.message }) !== true
  ) {
    recordFailure(step, job, command)
    return
  }
  endJob(step, job.id, 'done')
  step.isMoving = true
  schedule(step, instance.id, () => resume(step, getElementInstance(step, instance.id)))
}

function findWork(step: Step, jobId: string): JobOfKind<'work'> {
  const job = findJob(step, jobId)
  if (job.kind !== 'work')
    throw new Refused(
      'engine.not-waiting',
      `Expected job ${jobId} to be work for a service, but it is of kind ${job.kind}.`,
    )
  assertNotSuspended(step, job.instanceId)
  return job
}

function getServiceOf(
  step: Step,
  job: JobOfKind<'work'>,
): { service: Service; source: WorkSource; instance: ElementInstance } {
  const instance = getElementInstance(step, job.elementInstanceId)
  const found = findServiceOf(getElement(getDefinition(step, instance.instanceId), instance.elementId), job)
  if (found !== null) return { ...found, instance }
  throw new Error(`Expected a service behind job ${job.id} of ${instance.elementId}, but the model has none.`)
}
