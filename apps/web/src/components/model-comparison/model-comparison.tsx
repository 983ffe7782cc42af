import { SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { compareModels, type DifferenceKind, type ElementDifference } from '@millrace/bpmn/compare'
import { modellerTexts } from '@millrace/contract/modeller-texts'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Translate } from '../../lib/i18n.ts'
import { addTexts } from '../../lib/languages.ts'
import { Banner } from '../banner/banner.tsx'
import { ScrollRegion } from '../scroll-region/scroll-region.tsx'
import { DifferenceList } from './difference-list.tsx'
import { nameElement, signs } from './difference-words.ts'
import type { Marks } from './draw-comparison.ts'
import classes from './model-comparison.module.css'
import { type Together, useComparison } from './use-comparison.ts'

addTexts('translation', modellerTexts)

export { ModelDifferences } from './model-differences.tsx'

export interface ModelComparisonProps {
  /** BPMN files. */
  readonly before: string
  readonly after: string
  /** The titles of the files, such as “Version 2”. */
  readonly beforeTitle: string
  readonly afterTitle: string
}

type View = 'both' | 'before' | 'after'

/** A comparison of two versions of a process: both diagrams with coloured differences, and the differences as text. */
export default function ModelComparison({ before, after, beforeTitle, afterTitle }: ModelComparisonProps) {
  const { t } = useTranslation()
  const hasRoom = useMediaQuery('(min-width: 1000px)', undefined, { getInitialValueInEffect: false })
  const [chosen, setView] = useState<View | null>(null)
  const [selected, setSelected] = useState<string | null>(null)
  const together = useRef<Together>(new Set())
  const comparison = useMemo(() => compareModels(before, after), [before, after])
  const differences = comparison.ok ? comparison.differences : none
  const [gone, there] = useMemo(
    () => [mark(differences, 'added', t), mark(differences, 'removed', t)],
    [differences, t],
  )
  if (!comparison.ok)
    return (
      <Banner kind="error" title={t('modeller.comparison.unreadable')}>
        {t('modeller.comparison.unreadableText', {
          title: comparison.unreadable === 'before' ? beforeTitle : afterTitle,
        })}
      </Banner>
    )
  const view = hasRoom ? (chosen ?? 'both') : chosen === 'before' ? 'before' : 'after'
  const select = (id: string | null) => {
    setSelected(id)
    const kind = differences.find((one) => one.id === id)?.kind
    // One that is in only one of them is shown in that.
    if (view !== 'both' && kind === 'removed') setView('before')
    if (view !== 'both' && kind === 'added') setView('after')
  }
  const shared = { selected, together, onSelect: select }
  return (
    <div className={classes.comparison}>
      <div className={classes.tools}>
        <Legend differences={differences} />
        <SegmentedControl
          size="xs"
          aria-label={t('modeller.comparison.view')}
          value={view}
          onChange={(value) => setView(value as View)}
          data={[
            ...(hasRoom ? [{ value: 'both', label: t('modeller.comparison.both') }] : []),
            { value: 'before', label: beforeTitle },
            { value: 'after', label: afterTitle },
          ]}
        />
      </div>
      <div className={classes.panes}>
        <div className={classes.drawings}>
          {view === 'after' ? null : <Drawing key="before" title={beforeTitle} xml={before} marks={gone} {...shared} />}
          {view === 'before' ? null : <Drawing key="after" title={afterTitle} xml={after} marks={there} {...shared} />}
        </div>
        <ScrollRegion className={classes.words} label={t('modeller.comparison.list')}>
          {differences.length === 0 ? (
            <p className={classes.none}>{t('modeller.comparison.same')}</p>
          ) : (
            <DifferenceList differences={differences} selected={selected} onSelect={select} />
          )}
        </ScrollRegion>
      </div>
    </div>
  )
}

const none: readonly ElementDifference[] = []

/** What is different in one of the files: not what is in the other alone. */
function mark(differences: readonly ElementDifference[], except: DifferenceKind, t: Translate): Marks {
  return new Map(
    differences
      .filter(({ kind }) => kind !== except)
      .map((difference) => {
        const { id, kind } = difference
        const title = `${nameElement(difference, t)}: ${t(`modeller.comparison.kinds.${kind}`)}`
        return [id, { kind, title }]
      }),
  )
}

const kinds = ['added', 'removed', 'changed', 'moved'] as const

/** How many there are of each kind, which is also what the colours and signs mean. */
function Legend({ differences }: { differences: readonly ElementDifference[] }) {
  const { t } = useTranslation()
  return (
    <ul className={classes.legend}>
      {kinds.map((kind) => (
        <li key={kind}>
          <span className={classes.sign} data-kind={kind}>
            <span aria-hidden>{signs[kind]}</span> {t(`modeller.comparison.kinds.${kind}`)}
          </span>{' '}
          <span className="tn">{differences.filter((one) => one.kind === kind).length}</span>
        </li>
      ))}
    </ul>
  )
}

interface DrawingProps {
  readonly title: string
  readonly xml: string
  readonly marks: Marks
  readonly selected: string | null
  readonly together: RefObject<Together>
  readonly onSelect: (id: string | null) => void
}

function Drawing({ title, ...drawn }: DrawingProps) {
  const { t } = useTranslation()
  const [container, state] = useComparison(drawn)
  return (
    <section className={classes.drawing} aria-label={title} aria-busy={state === 'loading'}>
      <h3>{title}</h3>
      <div className={classes.canvas} ref={container} />
      {state === 'undrawn' || state === 'failed' ? (
        <div className={classes.message}>
          <Banner kind="info" title={t(`modeller.comparison.${state}`)}>
            {t('modeller.comparison.wordsOnly')}
          </Banner>
        </div>
      ) : null}
    </section>
  )
}
