import type { ModdleElement } from '@millrace/bpmn/moddle'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useDrawing, useSession } from '../editor/use-session.ts'
import { clearTokens, drawTokens, walk } from './draw-tokens.ts'
import { type Graph, readGraph } from './graph.ts'
import { listChoices } from './list-choices.ts'
import { advance, choose } from './simulate.ts'
import { type Choice, emptySimulation, type Simulation } from './simulation-state.ts'

/** Milliseconds between two steps. */
const pace = 700

export interface Simulating {
  readonly graph: Graph
  readonly simulation: Simulation
  readonly choices: readonly Choice[]
  readonly isPlaying: boolean
  /** Something can be done by itself. */
  readonly canStep: boolean
  readonly play: () => void
  readonly pause: () => void
  readonly step: () => void
  readonly choose: (choice: Choice) => void
  readonly reset: () => void
}

/** Returns the simulation of the open diagram. A change of the diagram restarts it. */
export function useSimulation(): Simulating {
  const { modeler } = useSession()
  const drawn = useDrawing((state) => state.step)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after each change
  const graph = useMemo(
    () =>
      readGraph([
        ...new Set(
          modeler
            .get('elementRegistry')
            .getAll()
            .flatMap(({ businessObject }) => (businessObject === undefined ? [] : [businessObject as ModdleElement])),
        ),
      ]),
    [modeler, drawn],
  )
  const [simulation, setSimulation] = useState(emptySimulation)
  const [isPlaying, setPlaying] = useState(true)
  const next = useMemo(() => advance(graph, simulation), [graph, simulation])
  const take = useEffectEvent((after: Simulation) => {
    walk(modeler, listWalked(simulation, after))
    setSimulation(after)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another drawing begins anew
  useEffect(() => setSimulation(emptySimulation), [graph])
  useEffect(() => {
    if (!isPlaying || next === null) return
    const timer = setTimeout(() => take(next), pace)
    return () => clearTimeout(timer)
  }, [isPlaying, next])
  useEffect(() => drawTokens(modeler, simulation), [modeler, simulation])
  useEffect(() => () => clearTokens(modeler), [modeler])
  return {
    graph,
    simulation,
    choices: useMemo(() => listChoices(graph, simulation), [graph, simulation]),
    isPlaying,
    canStep: next !== null,
    play: () => setPlaying(true),
    pause: () => setPlaying(false),
    step: () => {
      if (next !== null) take(next)
    },
    choose: (choice) => take(choose(graph, simulation, choice)),
    reset: () => setSimulation(emptySimulation),
  }
}

function listWalked(before: Simulation, after: Simulation): string[] {
  return [...after.walked].filter(([id, count]) => count > (before.walked.get(id) ?? 0)).map(([id]) => id)
}
