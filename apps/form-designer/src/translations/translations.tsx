import { Button, Checkbox, Textarea, UnstyledButton } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../../../web/src/components/scroll-region/scroll-region.tsx'
import { showToast } from '../../../web/src/components/toast/show-toast.tsx'
import classes from '../frame/view.module.css'
import { countMissing, type DesignText, listTargets, listTexts } from '../model/list-texts.ts'
import { nameHolder, nameProperty } from '../model/names.ts'
import { readTranslations, writeTranslations } from '../model/translate-by-csv.ts'
import { useDesigner, useStore } from '../store/use-designer.ts'
import { saveText } from '../work/save-text.ts'

/** The table of the texts of the form in all its languages. */
export default function Translations({ onShow }: { onShow: (id: string) => void }) {
  const { t } = useTranslation()
  const store = useStore()
  const design = useDesigner(({ stack }) => stack.design)
  const [isMissingOnly, setMissingOnly] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const targets = listTargets(design)
  const texts = listTexts(design)
  const isMissing = ({ name }: DesignText) =>
    targets.some((locale) => (design.i18n[locale]?.[name] ?? '').trim() === '')
  const shown = isMissingOnly ? texts.filter(isMissing) : texts
  const read = async (file: File) => {
    const found = readTranslations(store.design, await file.text())
    if (found === null) {
      showToast({
        kind: 'error',
        title: t('designer.translations.noTable'),
        text: t('designer.translations.tableHint'),
      })
      return
    }
    const text = t('designer.translations.read', { count: found.changed })
    if (found.changed > 0 && !store.do(found.command, { text })) return
    const more = found.unknown === 0 ? {} : { text: t('designer.translations.unknown', { count: found.unknown }) }
    showToast({ kind: found.unknown === 0 ? 'success' : 'warning', title: text, ...more })
  }
  return (
    <ScrollRegion className={classes.page} label={t('designer.views.translations')}>
      <div className={classes.tools}>
        <Button size="xs" onClick={() => saveText('translations.csv', 'text/csv', writeTranslations(design))}>
          {t('designer.translations.download')}
        </Button>
        <Button size="xs" onClick={() => input.current?.click()}>
          {t('designer.translations.upload')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,text/csv"
          aria-label={t('designer.translations.upload')}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file !== undefined) void read(file)
            currentTarget.value = ''
          }}
        />
        <Checkbox
          label={t('designer.translations.missingOnly')}
          checked={isMissingOnly}
          onChange={(event) => setMissingOnly(event.currentTarget.checked)}
        />
      </div>
      {targets.length === 0 ? <p className={classes.note}>{t('designer.translations.oneLanguage')}</p> : null}
      {texts.length === 0 ? <p className={classes.note}>{t('designer.translations.noTexts')}</p> : null}
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('designer.translations.text')}</th>
            <th scope="col">{design.settings.defaultLocale}</th>
            {targets.map((locale) => (
              <th key={locale} scope="col">
                {locale} {t('designer.translations.missing', { count: countMissing(design, locale) })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((text) => (
            <tr key={text.name}>
              <td>
                <UnstyledButton className={classes.link} onClick={() => onShow(text.node)}>
                  {nameHolder(design, text.node)}
                </UnstyledButton>{' '}
                {text.option ?? nameProperty(text.property)}
              </td>
              <td>{text.text}</td>
              {targets.map((locale) => (
                <td key={locale}>
                  <TranslationInput locale={locale} text={text} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function TranslationInput({ locale, text: { name, text } }: { locale: string; text: DesignText }) {
  const { t } = useTranslation()
  const store = useStore()
  const value = useDesigner(({ stack }) => stack.design.i18n[locale]?.[name] ?? '')
  return (
    <Textarea
      size="xs"
      autosize
      minRows={1}
      maxRows={6}
      lang={locale}
      aria-label={t('designer.translations.of', { text, locale })}
      data-missing={value.trim() === '' || undefined}
      placeholder={t('designer.translations.notYet')}
      value={value}
      onChange={(event) =>
        store.do(
          { kind: 'setText', locale, name, text: event.currentTarget.value === '' ? null : event.currentTarget.value },
          { merge: `${locale}.${name}` },
        )
      }
    />
  )
}
