import { Button, Textarea } from '@mantine/core'
import type { DesignNode } from '@millrace/forms/design'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import sheet from '../../../web/src/components/designer-frame/sheet.module.css'
import { listTargets, listTextsOf } from '../model/list-texts.ts'
import { nameProperty } from '../model/names.ts'
import { useDesigner, useStore } from '../store/use-designer.ts'
import { FieldRow } from './editors/field-row.tsx'

/** The translations of the texts of one node into the other languages of the form. */
export function TranslationRows({ node, onTranslate }: { node: DesignNode; onTranslate: () => void }) {
  const { t } = useTranslation()
  const store = useStore()
  const id = useId()
  const design = useDesigner(({ stack }) => stack.design)
  const targets = listTargets(design)
  const texts = listTextsOf(design, node.id)
  return (
    <>
      {targets.length === 0 ? <p className={sheet.note}>{t('designer.translations.oneLanguage')}</p> : null}
      {targets.flatMap((locale) =>
        texts.map(({ name, property, option }) => (
          <FieldRow
            key={`${locale} ${name}`}
            id={`${id}-${locale}-${name}`}
            label={`${option === null ? nameProperty(property) : option} (${locale})`}
          >
            <Textarea
              id={`${id}-${locale}-${name}`}
              size="xs"
              autosize
              minRows={1}
              maxRows={6}
              lang={locale}
              value={design.i18n[locale]?.[name] ?? ''}
              onChange={({ currentTarget: { value } }) =>
                store.do(
                  { kind: 'setText', locale, name, text: value === '' ? null : value },
                  { merge: `${locale}.${name}` },
                )
              }
            />
          </FieldRow>
        )),
      )}
      <Button size="xs" onClick={onTranslate}>
        {t('designer.translations.open')}
      </Button>
    </>
  )
}
