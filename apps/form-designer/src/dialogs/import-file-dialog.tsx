import { Button, Modal, SegmentedControl } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../../web/src/components/banner/banner.tsx'
import { ApiError } from '../../../web/src/lib/api/api-error.ts'
import { describeError } from '../../../web/src/lib/api/describe-error.ts'
import type { FormFile } from '../designer-port.ts'
import classes from './dialogs.module.css'
import { FileReport } from './file-report.tsx'

interface Props {
  readonly read: (text: string) => Promise<FormFile>
  /** @throws Error when it can stand nowhere here. */
  readonly onImport: (designerJson: string, isReplacing: boolean) => void
  readonly onClose: () => void
}

type State =
  | { readonly kind: 'empty' | 'reading' }
  | { readonly kind: 'failed'; readonly message: string; readonly faults: readonly string[] }
  | { readonly kind: 'read'; readonly name: string; readonly file: FormFile }

/**
 * The dialog that reads a form of this or another product, reports line by line which parts could not be imported, and
 * then imports it.
 */
export function ImportFileDialog({ read, onImport, onClose }: Props) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<State>({ kind: 'empty' })
  const [isReplacing, setReplacing] = useState(false)
  const fail = (error: unknown) => {
    const faults = error instanceof ApiError && error.code === 'design.invalid' ? error.details : []
    setState({
      kind: 'failed',
      message: faults.length === 0 ? describeError(error).message : t('designer.file.refused'),
      faults: faults.map(({ where, message }) => [where, message].filter((part) => part !== '').join(': ')),
    })
  }
  const choose = async (file: File) => {
    setState({ kind: 'reading' })
    try {
      setState({ kind: 'read', name: file.name, file: await read(await file.text()) })
    } catch (error) {
      fail(error)
    }
  }
  const bringIn = ({ designerJson }: FormFile) => {
    try {
      onImport(designerJson, isReplacing)
      onClose()
    } catch (error) {
      fail(error)
    }
  }
  return (
    <Modal opened onClose={onClose} title={t('designer.file.title')} size={560}>
      <div className={classes.content}>
        <p className={classes.text}>{t('designer.file.hint')}</p>
        <div>
          <input
            ref={input}
            type="file"
            hidden
            accept=".json,.form,application/json"
            aria-label={t('designer.file.choose')}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              if (file !== undefined) void choose(file)
              currentTarget.value = ''
            }}
          />
          <Button loading={state.kind === 'reading'} data-autofocus onClick={() => input.current?.click()}>
            {t('designer.file.choose')}
          </Button>
        </div>
        {state.kind === 'failed' ? (
          <Banner kind="error" title={t('catalogue.request')}>
            {state.message}
            {state.faults.length === 0 ? null : (
              <ul className={classes.lines}>
                {state.faults.map((fault) => (
                  <li key={fault}>{fault}</li>
                ))}
              </ul>
            )}
          </Banner>
        ) : null}
        {state.kind === 'read' ? (
          <>
            <FileReport name={state.name} file={state.file} />
            <SegmentedControl
              size="xs"
              aria-label={t('designer.file.place')}
              value={isReplacing ? 'replace' : 'append'}
              onChange={(next) => setReplacing(next === 'replace')}
              data={[
                { value: 'append', label: t('designer.file.append') },
                { value: 'replace', label: t('designer.file.replace') },
              ]}
            />
          </>
        ) : null}
        <div className={classes.buttons}>
          <Button onClick={onClose}>{t('common.close')}</Button>
          {state.kind === 'read' ? (
            <Button variant="filled" onClick={() => bringIn(state.file)}>
              {t('designer.file.import')}
            </Button>
          ) : null}
        </div>
      </div>
    </Modal>
  )
}
