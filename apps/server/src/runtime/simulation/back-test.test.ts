import type { SimulationInput } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { createScenario } from '../testing/scenario.ts'
import type { RunResult } from './core/model.ts'
import { simulate } from './core/simulate.ts'
import { findStaff } from './find-staff.ts'
import { prepareSimulation } from './prepare.ts'
import { readPreparation } from './read-preparation.ts'
import { fillWork, type KnownWork } from './testing/fill-work.ts'

const { runtime, workplaceId, admin, clock, db } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)

const deploy = (key: string, element: string) =>
  scenario.deploy(
    `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
      <process id="${key}" isExecutable="true"><startEvent id="start"/><userTask id="${element}" camunda:candidateGroups="clerks"/><endEvent id="end"/>
        <sequenceFlow id="to-check" sourceRef="start" targetRef="${element}"/><sequenceFlow id="done" sourceRef="${element}" targetRef="end"/>
      </process></definitions>`,
  )

const input: SimulationInput = { name: 'Check', days: 120, weeks: 4, runs: 5, arrivals: 100, roles: [], flows: [] }
const minute = 60_000
let histories = 0

type Known = Omit<KnownWork, 'workplaceId' | 'definition' | 'other' | 'now' | 'days' | 'seed' | 'clerks'> & {
  people: number
}

async function backTest(name: string, { people, ...known }: Known) {
  const definition = await deploy(name, 'check')
  const clerks = Array.from({ length: people }, (_, index) => `${name} ${index}`)
  const other = await deploy(`${name}-other`, 'pack')
  await fillWork(admin, {
    ...known,
    seed: histories++,
    workplaceId,
    definition,
    other,
    now: clock(),
    days: 120,
    clerks,
  })
  const asked = { workplaceId, definitionId: definition.id, days: input.days, now: clock() }
  const preparation = await db.read({ workplaceId }, (tx) => readPreparation(runtime, tx, asked))
  if (preparation === null) throw new Error('Expected a preparation.')
  const { check } = prepareSimulation({ ...preparation, input, zone: 'UTC' })
  if (check === null) throw new Error('Expected a prediction.')
  const runs = [1, 2, 3, 4, 5].map((number) => simulate({ ...check.run, number }))
  const mean = (of: (run: RunResult) => number | null) => runs.reduce((sum, run) => sum + (of(run) ?? 0) / 5, 0)
  const { measures } = preparation
  return {
    people: findStaff(measures, ['check'], 'UTC').people,
    work: (measures.tasks[0]?.work.mean ?? 0) / minute,
    ratios: {
      ended: mean(({ ended }) => ended) / check.actual.ended,
      mean: mean(({ duration }) => duration.mean) / (check.actual.duration.mean ?? 0),
      median: mean(({ duration }) => duration.median) / (check.actual.duration.median ?? 0),
      p95: mean(({ duration }) => duration.p95) / (check.actual.duration.p95 ?? 0),
    },
  }
}

const none = { perHour: 0, minutes: 0 }

// Enough people that chance does little to 30 days: a task that stays overnight counts for dozens of others.
// Busy people have a queue, in which the work of each task shows; others are idle, and claim their tasks late.
it.each<{ name: string } & Known>([
  { name: 'busy', people: 3, perHour: 7, minutes: 20, elsewhere: none, looks: 0, claims: false },
  { name: 'idle', people: 4, perHour: 4, minutes: 20, elsewhere: none, looks: 90, claims: true },
  { name: 'unclaimed', people: 4, perHour: 6, minutes: 20, elsewhere: none, looks: 60, claims: false },
  {
    ...{ name: 'shared', people: 6, perHour: 6, minutes: 20, looks: 20, claims: false },
    elsewhere: { perHour: 8, minutes: 15 },
  },
])('predicts the last days of a history whose truth is known: $name', async ({ name, ...known }) => {
  const { people, work, ratios } = await backTest(name, known)
  expect.soft(people / known.people).toBeCloseTo(1, 1)
  expect.soft(work / known.minutes).toBeGreaterThan(0.85)
  expect.soft(work / known.minutes).toBeLessThan(1.15)
  for (const [measure, ratio] of Object.entries(ratios)) {
    expect.soft(ratio, measure).toBeGreaterThan(0.75)
    expect.soft(ratio, measure).toBeLessThan(1.25)
  }
})
