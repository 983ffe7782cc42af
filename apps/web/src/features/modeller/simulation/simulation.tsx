import IconPlayerPause from 'icon:player-pause'
import IconPlayerPlay from 'icon:player-play'
import IconPlayerTrackNext from 'icon:player-track-next'
import IconRefresh from 'icon:refresh'
import IconX from 'icon:x'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { presentType } from '../../../components/bpmn-diagram/present-type.ts'
import { Tool } from '../../../components/designer-frame/tool.tsx'
import type { Translate } from '../../../lib/i18n.ts'
import { useSession } from '../editor/use-session.ts'
import type { Graph } from './graph.ts'
import classes from './simulation.module.css'
import type { Choice } from './simulation-state.ts'
import { type Simulating, useSimulation } from './use-simulation.ts'

export interface SimulationProps {
  readonly onClose: () => void
}

/**
 * The pane that simulates the diagram step by step: the user chooses instead of data, people and time. Nothing is saved
 * or sent.
 */
export default function SimulationPane({ onClose }: SimulationProps) {
  const { t } = useTranslation()
  const simulating = useSimulation()
  const { simulation, choices, canStep } = simulating
  const isStarted = simulation.walked.size > 0 || simulation.tokens.length > 0
  const state = canStep
    ? t('modeller.simulation.walking')
    : simulation.tokens.length > 0
      ? t('modeller.simulation.waiting', { count: choices.length })
      : isStarted
        ? t('modeller.simulation.over')
        : t('modeller.simulation.begin')
  return (
    <section className={classes.pane} aria-label={t('modeller.simulation.label')}>
      <header className={classes.header}>
        <h2>{t('modeller.simulation.label')}</h2>
        <Tool size="sm" label={t('modeller.simulation.close')} onClick={onClose}>
          <IconX size={16} stroke={1.6} />
        </Tool>
      </header>
      <Controls simulating={simulating} isStarted={isStarted} />
      <p className={classes.state} role="status">
        {state}
      </p>
      <Choices simulating={simulating} />
      <p className={classes.hint}>{t('modeller.simulation.hint')}</p>
    </section>
  )
}

function Controls({
  simulating: { isPlaying, canStep, play, pause, step, reset },
  isStarted,
}: {
  simulating: Simulating
  isStarted: boolean
}) {
  const { t } = useTranslation()
  return (
    <div className={classes.controls} role="toolbar" aria-label={t('modeller.simulation.controls')}>
      <Tool
        size="sm"
        label={t(isPlaying ? 'modeller.simulation.pause' : 'modeller.simulation.play')}
        onClick={isPlaying ? pause : play}
      >
        {isPlaying ? <IconPlayerPause size={16} stroke={1.6} /> : <IconPlayerPlay size={16} stroke={1.6} />}
      </Tool>
      <Tool size="sm" label={t('modeller.simulation.step')} isDisabled={isPlaying || !canStep} onClick={step}>
        <IconPlayerTrackNext size={16} stroke={1.6} />
      </Tool>
      <Tool size="sm" label={t('modeller.simulation.reset')} isDisabled={!isStarted} onClick={reset}>
        <IconRefresh size={16} stroke={1.6} />
      </Tool>
    </div>
  )
}

function Choices({ simulating: { graph, simulation, choices, choose } }: { simulating: Simulating }) {
  const { t } = useTranslation()
  const session = useSession()
  const groups = Map.groupBy(choices, (choice) => findElementId(choice, simulation.tokens))
  return (
    <ul className={classes.choices}>
      {[...groups].map(([place, some]) => (
        <li key={place ?? ''}>
          {place === null ? null : (
            <button type="button" className={classes.place} onClick={() => session.select(place)}>
              {nameStep(graph, place, t)}
            </button>
          )}
          {some.map((choice) => (
            <Button
              key={JSON.stringify(choice)}
              size="compact-sm"
              variant={choice.kind === 'event' || choice.kind === 'subProcess' ? 'subtle' : 'default'}
              onClick={() => choose(choice)}
            >
              {describe(choice, graph, simulation.tokens, t)}
            </Button>
          ))}
        </li>
      ))}
    </ul>
  )
}

type Tokens = Simulating['simulation']['tokens']

/** Where a choice is made; null for those of the process as a whole. */
function findElementId(choice: Choice, tokens: Tokens): string | null {
  const id = 'token' in choice ? choice.token : choice.kind === 'subProcess' ? choice.scope : null
  return tokens.find((token) => token.id === id)?.at ?? null
}

function describe(choice: Choice, graph: Graph, tokens: Tokens, t: Translate): string {
  switch (choice.kind) {
    case 'start':
      return t('modeller.simulation.start', { name: nameStep(graph, choice.step, t) })
    case 'go':
      return t('modeller.simulation.go')
    case 'ways': {
      const at = findElementId(choice, tokens)
      const flows = graph.get(at ?? '')?.flows.filter(({ id }) => choice.ways.includes(id)) ?? []
      return flows.map(({ name, to }) => (name === null ? `→ ${nameStep(graph, to, t)}` : name)).join(' + ')
    }
    case 'event':
    case 'subProcess':
      return t('modeller.simulation.happens', { name: nameStep(graph, choice.step, t) })
    default:
      return choice satisfies never
  }
}

function nameStep(graph: Graph, id: string, t: Translate): string {
  const step = graph.get(id)
  return step?.name ?? presentType(step?.type ?? '', t)
}
