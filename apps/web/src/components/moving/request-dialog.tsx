import IconCopy from 'icon:copy'
import { Button, CopyButton, Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../scroll-region/scroll-region.tsx'
import classes from './moving.module.css'
import type { RestRequest, RestRequests } from './requests.ts'

/** A button with a dialog that shows the REST requests that do the same as the page. */
export function CopyRequest({
  of,
  isDisabled = false,
}: {
  readonly of: () => RestRequests
  readonly isDisabled?: boolean
}) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<RestRequests | null>(null)
  const { requests, missing } = shown ?? { requests: [], missing: [] }
  return (
    <>
      <Button disabled={isDisabled} leftSection={<IconCopy size={15} stroke={1.6} />} onClick={() => setShown(of())}>
        {t('moves.copyRequest')}
      </Button>
      <Modal opened={shown !== null} onClose={() => setShown(null)} title={t('moves.requestTitle')} size={560}>
        <div className={classes.form}>
          <p>{t(requests.length > 1 ? 'moves.requestsText' : 'moves.requestText')}</p>
          {missing.length > 0 ? <p>{t('moves.requestFilters', { filters: missing.join(', ') })}</p> : null}
          {requests.map((request) => (
            <ScrollRegion
              key={request.path}
              className={classes.scroll ?? ''}
              label={`${request.method} ${request.path}`}
            >
              <pre className={`mono ${classes.code}`}>{toText(request)}</pre>
            </ScrollRegion>
          ))}
          <div className={classes.buttons}>
            <CopyButton value={requests.map(toText).join('\n\n')}>
              {({ copied, copy }) => (
                <Button data-autofocus variant="filled" onClick={copy}>
                  {t(copied ? 'moves.copied' : 'moves.copy')}
                </Button>
              )}
            </CopyButton>
          </div>
        </div>
      </Modal>
    </>
  )
}

function toText({ method, path, body }: RestRequest): string {
  return `${method} ${path}\nContent-Type: application/json\n\n${JSON.stringify(body, null, 2)}`
}
