import IconListDetails from 'icon:list-details'
import IconMaximize from 'icon:maximize'
import IconMinus from 'icon:minus'
import IconPlus from 'icon:plus'
import IconSitemap from 'icon:sitemap'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DrawnIcon } from '../icon/drawn.tsx'
import classes from './bpmn-diagram.module.css'
import type { Diagram } from './use-diagram.ts'

const step = 1.2

/** The tools of a diagram at the top right: zoom, and the switch between diagram and list. */
export function DiagramTools({
  diagram,
  isList,
  onToggleList,
}: {
  diagram: Diagram
  isList: boolean
  onToggleList: () => void
}) {
  const { t } = useTranslation()
  const percent = Math.round(diagram.zoom * 100)
  const Icon = isList ? IconSitemap : IconListDetails
  return (
    <div className={classes.tools}>
      <Button size="xs" leftSection={<Icon size={15} stroke={1.6} />} onClick={onToggleList}>
        {t(isList ? 'diagram.showDiagram' : 'diagram.showList')}
      </Button>
      {isList ? null : (
        <div className={classes.zoom}>
          <ToolButton label={t('diagram.zoomOut')} icon={IconMinus} onClick={() => diagram.zoomBy(1 / step)} />
          <span className={`${classes.percent} tn`} role="status" aria-label={t('diagram.zoomLevel', { percent })}>
            {percent}%
          </span>
          <ToolButton label={t('diagram.zoomIn')} icon={IconPlus} onClick={() => diagram.zoomBy(step)} />
          <ToolButton label={t('diagram.fit')} icon={IconMaximize} onClick={diagram.fit} />
        </div>
      )}
    </div>
  )
}

function ToolButton({ label, icon: Icon, onClick }: { label: string; icon: DrawnIcon; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={26} aria-label={label} onClick={onClick}>
        <Icon size={15} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}
