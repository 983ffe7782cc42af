import IconAlertTriangle from 'icon:alert-triangle'
import IconArrowsHorizontal from 'icon:arrows-horizontal'
import IconArrowsMove from 'icon:arrows-move'
import IconCircleCheck from 'icon:circle-check'
import IconLasso from 'icon:lasso'
import IconMap from 'icon:map-2'
import IconMaximize from 'icon:maximize'
import IconMinus from 'icon:minus'
import IconPlayerPlay from 'icon:player-play'
import IconPlus from 'icon:plus'
import IconVectorBezier from 'icon:route'
import { ActionIcon, Button } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import frame from '../../../components/designer-frame/frame.module.css'
import { Hint } from '../../../components/hint/hint.tsx'
import { useDrawing, useSession } from '../editor/use-session.ts'
import type { Problems } from '../problems/use-problems.ts'
import { ColourMenu } from './colour-menu.tsx'
import classes from './modeller.module.css'

interface Props {
  readonly canEdit: boolean
  readonly problems: Problems
  readonly onProblems: () => void
  readonly hasMap: boolean
  readonly onMap: () => void
  readonly isSimulated: boolean
  /** Null: there is no room for it. */
  readonly onSimulate: (() => void) | null
}

const step = 1.2

/** The toolbar above the diagram: tools of the pointer, zoom, and the number of problems. */
export function DrawingTools(props: Props) {
  const { canEdit, problems, onProblems, hasMap, onMap, isSimulated, onSimulate } = props
  const { t } = useTranslation()
  const session = useSession()
  const zoom = useDrawing((state) => state.zoom)
  const { modeler } = session
  return (
    <div className={classes.tools} role="toolbar" aria-label={t('modeller.tools.label')}>
      {canEdit ? (
        <>
          <Tool label={t('modeller.tools.hand')} onClick={(event) => modeler.get('handTool').activateHand(event)}>
            <IconArrowsMove size={16} stroke={1.6} />
          </Tool>
          <Tool
            label={t('modeller.tools.lasso')}
            onClick={(event) => modeler.get('lassoTool').activateSelection(event)}
          >
            <IconLasso size={16} stroke={1.6} />
          </Tool>
          <Tool
            label={t('modeller.tools.space')}
            onClick={(event) => modeler.get('spaceTool').activateSelection(event, false, false)}
          >
            <IconArrowsHorizontal size={16} stroke={1.6} />
          </Tool>
          <Tool
            label={t('modeller.tools.connect')}
            onClick={(event) => modeler.get('globalConnect').start(event, false)}
          >
            <IconVectorBezier size={16} stroke={1.6} />
          </Tool>
          <ColourMenu />
          <span className={frame.divider} />
        </>
      ) : null}
      <Tool label={t('modeller.tools.zoomOut')} onClick={() => session.zoomBy(1 / step)}>
        <IconMinus size={16} stroke={1.6} />
      </Tool>
      <span className={classes.zoom}>{`${Math.round(zoom * 100)}%`}</span>
      <Tool label={t('modeller.tools.zoomIn')} onClick={() => session.zoomBy(step)}>
        <IconPlus size={16} stroke={1.6} />
      </Tool>
      <Tool label={t('modeller.tools.fit')} onClick={() => session.fit()}>
        <IconMaximize size={16} stroke={1.6} />
      </Tool>
      <Tool label={t('modeller.tools.map')} isOn={hasMap} onClick={onMap}>
        <IconMap size={16} stroke={1.6} />
      </Tool>
      {onSimulate === null ? null : (
        <Tool label={t('modeller.simulation.open')} isOn={isSimulated} onClick={onSimulate}>
          <IconPlayerPlay size={16} stroke={1.6} />
        </Tool>
      )}
      <span className={frame.space} />
      <ProblemCount problems={problems} onClick={onProblems} />
    </div>
  )
}

function ProblemCount({ problems: { found, failure }, onClick }: { problems: Problems; onClick: () => void }) {
  const { t } = useTranslation()
  if (failure !== null) {
    const reason = failure instanceof Error ? failure.message : String(failure)
    return (
      <Hint label={t('modeller.problems.reason', { reason })}>
        <span className={classes.count}>{t('modeller.problems.failed')}</span>
      </Hint>
    )
  }
  if (found === null) return <span className={classes.count}>{t('modeller.problems.checking')}</span>
  const hasErrors = found.some(({ severity }) => severity === 'error')
  const Icon = found.length === 0 ? IconCircleCheck : IconAlertTriangle
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color={found.length === 0 ? 'gray' : hasErrors ? 'red' : 'yellow'}
      className={classes.count ?? ''}
      data-tone={found.length === 0 ? 'none' : hasErrors ? 'error' : 'warning'}
      leftSection={<Icon size={15} stroke={1.6} />}
      onClick={onClick}
    >
      {found.length === 0 ? t('modeller.problems.none') : t('modeller.problems.count', { count: found.length })}
    </Button>
  )
}

interface ToolProps {
  readonly label: string
  /** Whether the tool is on, for tools that can be switched on and off. */
  readonly isOn?: boolean
  readonly onClick: (event: globalThis.MouseEvent) => void
  readonly children: ReactNode
}

function Tool({ label, isOn, onClick, children }: ToolProps) {
  return (
    <Hint label={label}>
      <ActionIcon
        size="sm"
        aria-label={label}
        {...(isOn === undefined ? {} : { 'aria-pressed': isOn, variant: isOn ? 'light' : 'subtle' })}
        onClick={(event: MouseEvent) => onClick(event.nativeEvent)}
      >
        {children}
      </ActionIcon>
    </Hint>
  )
}
