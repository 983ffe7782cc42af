import type { ElementStatus } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../banner/banner.tsx'
import { ScrollRegion } from '../scroll-region/scroll-region.tsx'
import type { ElementTally } from './badges.ts'
import classes from './bpmn-diagram.module.css'
import { DiagramTools } from './diagram-tools.tsx'
import type { TokenDrag } from './drag-tokens.ts'
import { Legend } from './legend.tsx'
import type { DrawnPlan } from './plan.ts'
import type { ReadModel } from './read-model.ts'
import { StepList } from './step-list.tsx'
import { useDiagram } from './use-diagram.ts'

/** The value of a heat map at an element. */
export interface ElementHeat {
  readonly elementId: string
  readonly kind: 'count' | 'median' | 'p95' | 'incidents'
  /** The level of the colour, from 1 (lowest) to 5. */
  readonly level: number
  readonly text: string
}

export interface BpmnDiagramProps {
  readonly xml: string
  /** The process of the file that is shown. */
  readonly processKey: string
  /** States of elements; missing: the diagram shows the model only. */
  readonly elements?: readonly ElementStatus[]
  readonly takenFlows?: readonly string[]
  /** Counts of many instances, shown below each element. */
  readonly tallies?: readonly ElementTally[]
  readonly isSuspended?: boolean
  readonly selected?: string | null
  /** Called with the step, and what people call it. */
  readonly onSelect?: (elementId: string | null, name?: string) => void
  /** In place of the state, each element has the colour of its value. */
  readonly heat?: readonly ElementHeat[] | undefined
  /** Tokens that are to be moved. */
  readonly plan?: DrawnPlan | undefined
  readonly drag?: TokenDrag | undefined
  /** Called with the steps and flows of the process once the file has been read. */
  readonly onModel?: ((model: ReadModel) => void) | undefined
}

/**
 * The diagram of a process with the state of its elements. A list with the same content serves keyboards and screen
 * readers, and files without a diagram.
 */
export default function BpmnDiagram(props: BpmnDiagramProps) {
  const { t } = useTranslation()
  const diagram = useDiagram(props)
  const [isList, setList] = useState(false)
  const { model, problem } = diagram
  const hasDrawing = model !== null && model.drawing !== null
  const list = model === null ? null : <StepList steps={model.steps} {...props} />
  if (problem !== null)
    return (
      <div className={classes.message}>
        <Banner kind="error" title={t('diagram.failed')}>
          {t('diagram.failedText')}
        </Banner>
      </div>
    )
  return (
    <div className={classes.frame}>
      <div className={classes.canvas} ref={diagram.container} hidden={isList || (model !== null && !hasDrawing)} />
      {model !== null && !hasDrawing ? (
        <ScrollRegion className={classes.scroll} label={t('diagram.list')}>
          <div className={classes.message}>
            <Banner kind="info" title={t('diagram.missingTitle')}>
              {t('diagram.missingText')}
            </Banner>
          </div>
          {list}
        </ScrollRegion>
      ) : null}
      {isList && hasDrawing ? (
        <ScrollRegion className={classes.scroll} label={t('diagram.list')}>
          {list}
        </ScrollRegion>
      ) : null}
      {hasDrawing ? (
        <>
          <DiagramTools diagram={diagram} isList={isList} onToggleList={() => setList(!isList)} />
          {props.elements && !isList && props.heat === undefined ? (
            <Legend elements={props.elements} isSuspended={props.isSuspended ?? false} />
          ) : null}
        </>
      ) : null}
    </div>
  )
}
