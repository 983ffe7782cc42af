import { openFile } from '@millrace/bpmn/testing'
import { describe, expect, it } from 'vitest'
import { type Graph, readGraph } from './graph.ts'
import { listChoices } from './list-choices.ts'
import { advance, choose } from './simulate.ts'
import { type Choice, emptySimulation, type Simulation } from './simulation-state.ts'

async function graphOf(steps: string): Promise<Graph> {
  const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p">${linked(steps)}</process></definitions>`
  const file = await openFile(xml)
  const ids = [...xml.matchAll(/<\w+ id="(\w+)"/g)].map(([, id = '']) => id)
  return readGraph(ids.map((id) => file.get(id)))
}

/** Flows as `a>b`, written out. */
function linked(steps: string): string {
  const flows = [...steps.matchAll(/(\w+)>(\w+);/g)]
  const written = flows.map(
    ([, from, to]) => `<sequenceFlow id="${from}_${to}" sourceRef="${from}" targetRef="${to}"/>`,
  )
  return (
    steps
      .replaceAll(/\w+>\w+;/g, '')
      // As editors write them: each step knows its flows.
      .replaceAll(/<(\w+) id="(\w+)"([^>]*?)\/>/g, (_whole, type, id, more) => {
        const named = flows.flatMap(([, from, to]) => [
          ...(to === id ? [`<incoming>${from}_${to}</incoming>`] : []),
          ...(from === id ? [`<outgoing>${from}_${to}</outgoing>`] : []),
        ])
        return `<${type} id="${id}"${more}>${named.join('')}</${type}>`
      }) + written.join('')
  )
}

/** Until somebody has to choose. */
function settle(graph: Graph, started: Simulation): Simulation {
  let simulation = started
  for (let count = 0; count < 100; count++) {
    const next = advance(graph, simulation)
    if (next === null) return simulation
    simulation = next
  }
  throw new Error('Expected it to come to rest, but it goes on and on.')
}

function pick(graph: Graph, simulation: Simulation, wanted: (choice: Choice) => boolean): Simulation {
  const choice = listChoices(graph, simulation).find(wanted)
  if (choice === undefined)
    throw new Error(`Expected a choice among ${JSON.stringify(listChoices(graph, simulation))}.`)
  return settle(graph, choose(graph, simulation, choice))
}

const begin = (graph: Graph) => pick(graph, emptySimulation, ({ kind }) => kind === 'start')
const places = ({ tokens }: Simulation) => tokens.map(({ at }) => at).toSorted()
const done = (graph: Graph, simulation: Simulation, step: string) =>
  pick(
    graph,
    simulation,
    (one) => one.kind === 'go' && simulation.tokens.find(({ id }) => id === one.token)?.at === step,
  )
const along = (graph: Graph, simulation: Simulation, ...ways: string[]) =>
  pick(graph, simulation, (one) => one.kind === 'ways' && one.ways.join() === ways.join())

describe('a simulation', () => {
  it('waits at a task, and goes the way that is chosen at an exclusive gateway', async () => {
    const graph = await graphOf(
      '<startEvent id="s"/><task id="a"/><exclusiveGateway id="x"/><task id="b"/><endEvent id="e"/>s>a;a>x;x>b;x>e;b>e;',
    )
    let now = begin(graph)
    expect(places(now)).toEqual(['a'])
    now = done(graph, now, 'a')
    expect(listChoices(graph, now)).toMatchObject([{ ways: ['x_b'] }, { ways: ['x_e'] }])
    now = along(graph, now, 'x_b')
    expect(places(now)).toEqual(['b'])
    now = done(graph, now, 'b')
    expect(now.tokens).toEqual([])
    expect([...now.walked.keys()]).toEqual(['s_a', 'a_x', 'x_b', 'b_e'])
  })

  it('walks all ways behind a parallel gateway, and joins them once', async () => {
    const graph = await graphOf(
      '<startEvent id="s"/><parallelGateway id="f"/><task id="a"/><task id="b"/><parallelGateway id="j"/><task id="c"/>s>f;f>a;f>b;a>j;b>j;j>c;',
    )
    let now = begin(graph)
    expect(places(now)).toEqual(['a', 'b'])
    now = done(graph, now, 'a')
    expect(places(now)).toEqual(['b', 'j'])
    now = done(graph, now, 'b')
    expect(places(now)).toEqual(['c'])
  })

  it('waits at an inclusive gateway for those alone that can still come', async () => {
    const graph = await graphOf(
      '<startEvent id="s"/><inclusiveGateway id="f"/><task id="a"/><task id="b"/><task id="c"/><inclusiveGateway id="j"/><task id="d"/>s>f;f>a;f>b;f>c;a>j;b>j;c>j;j>d;',
    )
    let now = along(graph, begin(graph), 'f_a', 'f_b')
    now = done(graph, now, 'a')
    expect(places(now)).toEqual(['b', 'j'])
    now = done(graph, now, 'b')
    expect(places(now)).toEqual(['d'])
  })

  it('takes the event of an event-based gateway without asking again', async () => {
    const graph = await graphOf(
      '<startEvent id="s"/><eventBasedGateway id="g"/><intermediateCatchEvent id="m"/><intermediateCatchEvent id="t"/><task id="a"/><task id="b"/>s>g;g>m;g>t;m>a;t>b;',
    )
    expect(places(along(graph, begin(graph), 'g_t'))).toEqual(['b'])
  })

  it('enters a sub-process and leaves it when nothing is inside; an error goes to its edge', async () => {
    const inner = '<startEvent id="is"/><exclusiveGateway id="x"/><task id="a"/><endEvent id="ok"/><endEvent id="bad"/>'
    const graph = await graphOf(
      `<startEvent id="s"/><subProcess id="sub">${inner}is>a;a>x;x>ok;x>bad;</subProcess><boundaryEvent id="caught" attachedToRef="sub"/><task id="fine"/><task id="mend"/>s>sub;sub>fine;caught>mend;`.replace(
        '<subProcess id="sub">',
        '<subProcess id="sub"><incoming>s_sub</incoming><outgoing>sub_fine</outgoing>',
      ),
    )
    const events = new Map(
      [...graph].map(([id, step]) => [id, id === 'bad' || id === 'caught' ? { ...step, event: 'error' } : step]),
    )
    const inside = done(events, begin(events), 'a')
    expect(places(inside)).toEqual(['sub', 'x'])
    expect(places(along(events, inside, 'x_ok'))).toEqual(['fine'])
    expect(places(along(events, inside, 'x_bad'))).toEqual(['mend'])
  })

  it('leaves a task by an event at its edge, which does not always take it away', async () => {
    const graph = await graphOf(
      '<startEvent id="s"/><task id="a"/><boundaryEvent id="stop" attachedToRef="a"/><boundaryEvent id="tell" attachedToRef="a" cancelActivity="false"/><task id="b"/><task id="c"/>s>a;stop>b;tell>c;',
    )
    const started = begin(graph)
    const by = (step: string) => pick(graph, started, (one) => one.kind === 'event' && one.step === step)
    expect(places(by('stop'))).toEqual(['b'])
    expect(places(by('tell'))).toEqual(['a', 'c'])
  })

  it('ends everything at a terminating end, and follows a link', async () => {
    const graph = await graphOf(
      '<startEvent id="s"/><parallelGateway id="f"/><task id="a"/><task id="b"/><endEvent id="e"/>s>f;f>a;f>b;a>e;',
    )
    const ending = new Map([...graph].map(([id, step]) => [id, id === 'e' ? { ...step, event: 'terminate' } : step]))
    expect(done(ending, begin(ending), 'a').tokens).toEqual([])
    const two = await graphOf(
      '<startEvent id="s"/><intermediateThrowEvent id="t"/><intermediateCatchEvent id="c"/><task id="a"/>s>t;c>a;',
    )
    const linkedUp = new Map(
      [...two].map(([id, step]) => [id, id === 't' || id === 'c' ? { ...step, link: 'L' } : step]),
    )
    expect(places(begin(linkedUp))).toEqual(['a'])
  })
})
