import { trialCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import type { AppProcessRef } from '../../operations/app-processes/app-process.ts'
import { tryAppProcess } from '../../operations/app-processes/try-app-process.ts'
import { changeProcessTest } from '../../operations/process-tests/change-process-test.ts'
import { createProcessTest } from '../../operations/process-tests/create-process-test.ts'
import { removeProcessTest } from '../../operations/process-tests/remove-process-test.ts'
import { runProcessTests } from '../../operations/process-tests/run-process-tests.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { findTrialChoices } from './find-trial-choices.ts'
import { getTest, getTests } from './get-tests.ts'
import { presentTried } from './present-tried.ts'

/** Registers the calls on trials of processes and on their test cases. */
export function registerTrials(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  route(app, trialCalls.tryOut, async ({ request, params, body: { show = null, submission, ...trial } }) => {
    const tried = await tryAppProcess(context, request, { ref: refOf(params), show, submission, ...trial })
    return tried instanceof Refusal ? tried : presentTried(tried)
  })
  route(app, trialCalls.formChoices, ({ request, params, query }) =>
    findTrialChoices(context.runtime, request, { ref: refOf(params), ...query }),
  )
  route(app, trialCalls.tests, ({ request, params }) => getTests(db, request, refOf(params)))
  route(app, trialCalls.createTest, async ({ request, params, body: test }) => {
    const ref = refOf(params)
    const id = await createProcessTest(context, request, { ref, test })
    return id instanceof Refusal ? id : getTest(db, request, ref, id)
  })
  route(app, trialCalls.saveTest, async ({ request, params, body: { revision, ...change } }) => {
    const ref = refOf(params)
    const id = params.testId
    return (
      (await changeProcessTest(context, request, { ref, id, revision, ...change })) ?? getTest(db, request, ref, id)
    )
  })
  route(app, trialCalls.removeTest, ({ request, params }) =>
    removeProcessTest(context, request, { ref: refOf(params), id: params.testId }),
  )
  route(app, trialCalls.runTests, async ({ request, params, body: { xml } }) => {
    const run = await runProcessTests(context, request, { ref: refOf(params), xml })
    if (run instanceof Refusal) return run
    const { results, coverage } = run
    return { results: [...results], coverage: { passed: [...coverage.passed], total: coverage.total } }
  })
}

function refOf({ appId, processId }: { readonly appId: string; readonly processId: string }): AppProcessRef {
  return { id: processId, applicationId: appId }
}
