import '@mantine/dates/styles.layer.css'
import { NativeSelect, Switch, useComputedColorScheme } from '@mantine/core'
import { localiseForm, type RuntimeDocument } from '@millrace/forms'
import { memo, use, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '../canvas/device.ts'
import { DeviceChoice } from '../canvas/device-choice.tsx'
import { DesignProblems } from '../checks/design-problems.tsx'
import type { DesignerPort } from '../designer-port.ts'
import view from '../frame/view.module.css'
import { readSample, type Sample } from '../model/sample.ts'
import { FormView, loadFeel } from '../runtime.ts'
import { useDesigner } from '../store/use-designer.ts'
import { useLoad } from '../work/use-load.ts'
import { useSample } from '../work/use-sample.ts'
import { openPreview } from './open-preview.ts'
import classes from './preview.module.css'
import { PreviewStage } from './preview-stage.tsx'
import { SampleInput } from './sample-input.tsx'
import { listViewers, nameViewer, showTo, type Viewer } from './viewers.ts'

/** The preview of the form: with data, in any width, language, theme and scheme, to fill in or to read. */
export default function Preview({ user, port }: { user: string; port: DesignerPort }) {
  const { t } = useTranslation()
  const form = useDesigner(({ check }) => check?.form ?? null)
  const settings = useDesigner(({ stack }) => stack.design.settings)
  const themes = useLoad(port.listThemes)
  const [device, setDevice] = useState<Device>('desktop')
  const [locale, setLocale] = useState(settings.defaultLocale)
  const [viewer, setViewer] = useState<Viewer>('fill')
  const [theme, setTheme] = useState('')
  const [isDark, setDark] = useState(useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark')
  const [text] = useSample()
  const [sent, setSent] = useState<string | null>(null)
  const sample = useMemo(() => (form === null ? null : readSample(text, form)), [form, text])
  const viewers = listViewers(form)
  // The same until something in it is another: the stage is drawn again with it, and with the stage all that it holds.
  const shown = useMemo(() => {
    if (form === null) return <DesignProblems />
    if (sample === null) return null
    const key = `${form.hash} ${locale} ${text} ${viewer}`
    return (
      <PreviewForm key={key} form={form} locale={locale} viewer={viewer} sample={sample} user={user} onSend={setSent} />
    )
  }, [form, sample, locale, text, viewer, user])
  return (
    <div className={classes.preview}>
      <section className={classes.controls} aria-label={t('designer.preview.controls')}>
        <DeviceChoice device={device} onChange={setDevice} />
        <NativeSelect
          size="xs"
          label={t('designer.preview.language')}
          value={locale}
          data={[...settings.locales]}
          onChange={(event) => setLocale(event.currentTarget.value)}
        />
        <NativeSelect
          size="xs"
          label={t('designer.preview.role')}
          value={viewer}
          data={viewers.map((one) => ({ value: one, label: nameViewer(one, t) }))}
          onChange={(event) => setViewer(viewers.find((one) => one === event.currentTarget.value) ?? 'fill')}
        />
        <NativeSelect
          size="xs"
          label={t('designer.preview.theme')}
          value={theme}
          data={[
            { value: '', label: t('designer.preview.ownTheme') },
            ...(themes.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => setTheme(event.currentTarget.value)}
        />
        <Switch
          size="sm"
          label={t('designer.preview.dark')}
          checked={isDark}
          onChange={(event) => setDark(event.currentTarget.checked)}
        />
        <SampleInput isWrong={form !== null && sample === null} />
        {sent === null ? null : (
          <div>
            <h3>{t('designer.preview.sent')}</h3>
            <pre className={view.mono}>{sent}</pre>
          </div>
        )}
      </section>
      <Stage
        device={device}
        scheme={isDark ? 'dark' : 'light'}
        variables={themes.data?.find(({ id }) => id === theme)?.variables ?? null}
      >
        {shown}
      </Stage>
    </div>
  )
}

const Stage = memo(PreviewStage)

interface FormProps {
  readonly form: RuntimeDocument
  readonly locale: string
  readonly viewer: Viewer
  readonly sample: Sample
  readonly user: string
  readonly onSend: (values: string) => void
}

function PreviewForm({ form: whole, locale, viewer, sample, user, onSend }: FormProps) {
  const { t } = useTranslation()
  const isReadOnly = viewer === 'read'
  const form = useMemo(() => showTo(localiseForm(whole, locale), viewer), [whole, locale, viewer])
  const language = use(loadFeel())
  const [opened] = useState(() => openPreview(form, { sample, user, language }))
  const actions = form.settings.submitActions
  const buttons = actions.length === 0 ? [{ id: '', label: t('designer.preview.submit') }] : actions
  return (
    <>
      <FormView
        id="designer-preview-form"
        document={form}
        values={opened.values}
        context={opened.context}
        readOnly={isReadOnly}
        headingLevel={3}
        onSubmit={(values, action) =>
          onSend(JSON.stringify({ ...(action === null ? {} : { action }), values }, null, 2))
        }
      />
      {isReadOnly ? null : (
        <div className={classes.buttons}>
          {buttons.map(({ id, label }) => (
            <button key={id} type="submit" form="designer-preview-form" value={id} className={classes.submit}>
              {label}
            </button>
          ))}
        </div>
      )}
    </>
  )
}
