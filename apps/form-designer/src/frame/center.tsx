import IconAlertTriangle from 'icon:alert-triangle'
import { Button, NativeSelect, UnstyledButton } from '@mantine/core'
import { findNodeKind } from '@millrace/forms/design'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../../web/src/lib/load-chunk.ts'
import { Canvas } from '../canvas/canvas.tsx'
import type { Device } from '../canvas/device.ts'
import { DeviceChoice } from '../canvas/device-choice.tsx'
import type { DesignerProps } from '../designer.tsx'
import type { DesignerPort } from '../designer-port.ts'
import { useDesigner } from '../store/use-designer.ts'
import classes from './center.module.css'

export type View = 'canvas' | 'preview' | 'rules' | 'translations' | 'checks' | 'json'

const Preview = lazy(() => loadChunk(() => import('../preview/preview.tsx')))
const Rules = lazy(() => loadChunk(() => import('../rules/rules.tsx')))
const Translations = lazy(() => loadChunk(() => import('../translations/translations.tsx')))
const Checks = lazy(() => loadChunk(() => import('../checks/checks.tsx')))
const Json = lazy(() => loadChunk(() => import('../code/json-view.tsx')))

interface Props {
  readonly view: View
  readonly onView: (view: View) => void
  readonly onRename: () => void
  /** Goes to a node on the canvas. */
  readonly onShow: (id: string) => void
  readonly port: DesignerPort
  readonly owner: DesignerProps['owner']
}

/** The centre of the designer: the canvas, or another view of the form such as preview or checks. */
export function Center({ view, onView, onRename, onShow, port, owner }: Props) {
  const { t } = useTranslation()
  if (view === 'canvas') return <CanvasPane onView={onView} onRename={onRename} />
  return (
    <section className={classes.view} aria-label={t(`designer.views.${view}`)}>
      <div className={classes.head}>
        <h2>{t(`designer.views.${view}`)}</h2>
        <Button size="xs" onClick={() => onView('canvas')}>
          {t('designer.views.back')}
        </Button>
      </div>
      <div className={classes.content}>
        <Suspense>{renderView()}</Suspense>
      </div>
    </section>
  )

  function renderView(): ReactNode {
    switch (view) {
      case 'preview':
        return <Preview user={owner.user} port={port} />
      case 'rules':
        return <Rules onShow={onShow} />
      case 'translations':
        return <Translations onShow={onShow} />
      case 'checks':
        return <Checks onShow={onShow} />
      default:
        return <Json />
    }
  }
}

const zooms = [50, 75, 100, 125, 150]

function CanvasPane({ onView, onRename }: { onView: (view: View) => void; onRename: () => void }) {
  const { t } = useTranslation()
  const [device, setDevice] = useState<Device>('desktop')
  const [zoom, setZoom] = useState(100)
  const problems = useDesigner(({ check }) => check?.problems.length ?? 0)
  const fields = useDesigner(
    ({ stack }) => Object.values(stack.design.nodes).filter(({ type }) => findNodeKind(type) === 'field').length,
  )
  return (
    <div className={classes.center}>
      <div className={classes.tools}>
        <DeviceChoice device={device} onChange={setDevice} />
        <NativeSelect
          size="xs"
          className={classes.zoom}
          aria-label={t('designer.canvas.zoom')}
          data={zooms.map((value) => ({ value: String(value), label: `${value} %` }))}
          value={String(zoom)}
          onChange={({ currentTarget }) => setZoom(Number(currentTarget.value))}
        />
        <span className={classes.space} />
        {problems === 0 ? null : (
          <UnstyledButton className={classes.problems} onClick={() => onView('checks')}>
            <IconAlertTriangle size={15} stroke={1.6} aria-hidden />
            {t('designer.canvas.problems', { count: problems })}
          </UnstyledButton>
        )}
        <span className={classes.count}>{t('designer.canvas.fields', { count: fields })}</span>
      </div>
      <Canvas device={device} zoom={zoom} onRename={onRename} />
    </div>
  )
}
