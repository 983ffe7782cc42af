import IconForms from 'icon:forms'
import IconTrash from 'icon:trash'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { FormSettings } from '@millrace/forms'
import { isLocale } from '@millrace/forms/design'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import sheet from '../../../web/src/components/designer-frame/sheet.module.css'
import { ScrollRegion } from '../../../web/src/components/scroll-region/scroll-region.tsx'
import { useDesigner, useStore } from '../store/use-designer.ts'
import { FieldRow, notesId } from './editors/field-row.tsx'
import { PairInputs } from './editors/pair-inputs.tsx'
import { SmallButton } from './editors/small-button.tsx'
import classes from './panel.module.css'

/** The panel with the settings of the form: its languages and submit buttons. */
export function FormSettingsPanel({ onTranslate }: { onTranslate: () => void }) {
  const { t } = useTranslation()
  const count = useDesigner(({ stack }) => Object.keys(stack.design.nodes).length)
  return (
    <>
      <header className={`${sheet.header} ${classes.header}`}>
        <IconForms size={16} stroke={1.6} aria-hidden />
        <h2 id="designer-panel-title" className={classes.title}>
          {t('designer.settings.title')}
        </h2>
      </header>
      <ScrollRegion className={sheet.body} label={t('designer.settings.title')}>
        <div className={sheet.section}>
          <p className={sheet.note}>{t('designer.settings.hint', { count })}</p>
        </div>
        <Mode />
        <Languages onTranslate={onTranslate} />
        <SubmitActions />
      </ScrollRegion>
    </>
  )
}

function useSettings(): [FormSettings, (next: Partial<FormSettings>, merge?: string) => void] {
  const store = useStore()
  const settings = useDesigner(({ stack }) => stack.design.settings)
  return [
    settings,
    (next, merge) =>
      void store.do({ kind: 'setSettings', settings: { ...settings, ...next } }, merge === undefined ? {} : { merge }),
  ]
}

function Mode() {
  const { t } = useTranslation()
  const id = useId()
  const [{ mode }, change] = useSettings()
  return (
    <section className={sheet.section}>
      <h3 className={classes.plainHead}>{t('designer.settings.filling')}</h3>
      <div className={sheet.rows}>
        <FieldRow id={id} label={t('designer.settings.mode')}>
          <NativeSelect
            id={id}
            size="xs"
            data={modes.map((value) => ({ value, label: t(`designer.settings.modes.${value}`) }))}
            value={mode}
            onChange={({ currentTarget: { value } }) =>
              change({ mode: value === 'single' ? 'single' : 'conversational' })
            }
          />
        </FieldRow>
      </div>
    </section>
  )
}

const modes = ['single', 'conversational'] as const satisfies readonly FormSettings['mode'][]

function Languages({ onTranslate }: { onTranslate: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [settings, change] = useSettings()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState('')
  const add = () => {
    const tag = typed.trim()
    if (!isLocale(tag) || settings.locales.includes(tag)) return setError(t('designer.settings.badLanguage'))
    change({ locales: [...settings.locales, tag] })
    setTyped('')
    setError('')
  }
  return (
    <section className={sheet.section}>
      <h3 className={classes.plainHead}>{t('designer.settings.languages')}</h3>
      <div className={sheet.rows}>
        <FieldRow id={`${id}-own`} label={t('designer.settings.ownLanguage')}>
          <NativeSelect
            id={`${id}-own`}
            size="xs"
            data={[...settings.locales]}
            value={settings.defaultLocale}
            onChange={(event) => change({ defaultLocale: event.currentTarget.value })}
          />
        </FieldRow>
        {settings.locales
          .filter((locale) => locale !== settings.defaultLocale)
          .map((locale) => (
            <div key={locale} className={classes.line}>
              <span>{locale}</span>
              <SmallButton
                Icon={IconTrash}
                label={t('designer.settings.removeLanguage', { locale })}
                onClick={() => change({ locales: settings.locales.filter((one) => one !== locale) })}
              />
            </div>
          ))}
        <FieldRow id={`${id}-new`} label={t('designer.settings.addLanguage')} error={error}>
          <TextInput
            id={`${id}-new`}
            size="xs"
            placeholder="de"
            error={error !== ''}
            aria-describedby={error === '' ? undefined : notesId(`${id}-new`)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') add()
            }}
          />
        </FieldRow>
        <div className={classes.buttons}>
          <Button size="xs" onClick={add}>
            {t('designer.settings.add')}
          </Button>
          <Button size="xs" onClick={onTranslate}>
            {t('designer.translations.open')}
          </Button>
        </div>
      </div>
    </section>
  )
}

function SubmitActions() {
  const { t } = useTranslation()
  const [{ submitActions }, change] = useSettings()
  const set = (index: number, part: { id?: string; label?: string }) =>
    change(
      { submitActions: submitActions.map((action, at) => (at === index ? { ...action, ...part } : action)) },
      `submit.${index}.${Object.keys(part).join()}`,
    )
  return (
    <section className={sheet.section}>
      <h3 className={classes.plainHead}>{t('designer.settings.actions')}</h3>
      <div className={sheet.rows}>
        <p className={sheet.note}>{t('designer.settings.actionsHint')}</p>
        {submitActions.map((action, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: ids are typed, and may be alike meanwhile
          <div key={index} className={classes.action}>
            <PairInputs
              text={action.label}
              textLabel={t('designer.settings.actionLabel', { number: index + 1 })}
              onText={(label) => set(index, { label })}
              name={action.id}
              nameLabel={t('designer.settings.actionId', { number: index + 1 })}
              onName={(id) => set(index, { id })}
            />
            <SmallButton
              Icon={IconTrash}
              label={t('designer.settings.removeAction', { number: index + 1 })}
              onClick={() => change({ submitActions: submitActions.toSpliced(index, 1) })}
            />
          </div>
        ))}
        <div className={classes.buttons}>
          <Button
            size="xs"
            disabled={submitActions.length >= 10}
            onClick={() =>
              change({
                submitActions: [
                  ...submitActions,
                  { id: `action${submitActions.length + 1}`, label: t('designer.settings.newAction') },
                ],
              })
            }
          >
            {t('designer.settings.addAction')}
          </Button>
        </div>
      </div>
    </section>
  )
}
