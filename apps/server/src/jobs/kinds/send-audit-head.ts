import { readHead } from '../../operations/audit/read-heads.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Services } from '../work/services.ts'

/**
 * Sends the head of the audit of a workplace to the address and the email of its settings. If the audit is cut or
 * rewritten, a head that was kept outside proves it. The text has no names and no values.
 */
export async function sendAuditHead(
  { db, clock, newId }: Pick<Runtime, 'db' | 'clock' | 'newId'>,
  { http, mail }: Services,
  workplaceId: string,
): Promise<void> {
  const { 'audit.headUrl': url, 'audit.headEmail': to } = await readSettings(db, workplaceId)
  if (url === '' && to === '') return
  const head = await readHead(db, workplaceId)
  if (head === null) return
  const line = JSON.stringify(head)
  const failures: unknown[] = []
  const attempt = (sending: Promise<unknown>) => sending.catch((error: unknown) => failures.push(error))
  if (url !== '')
    await attempt(
      http(
        {
          ...{ service: 'http', method: 'POST', url, headers: { 'content-type': 'application/json' } },
          ...{ body: line, timeoutInMilliseconds: 30_000, followsRedirects: false },
        },
        newId(),
      ).then(refuseStatus),
    )
  if (to !== '')
    await attempt(
      mail(
        {
          ...{
            service: 'mail',
            template: null,
            from: null,
            to: [to],
            cc: [],
            bcc: [],
            headers: {},
            html: null,
            isHtmlForeign: false,
          },
          subject: `Audit head: revision ${head.number}`,
          text: `Keep this line. \`npm run audit -- verify --heads FILE\` compares the audit with a file of such lines.\n\n${line}\n\nSent on ${clock().toISOString()} because the settings name this address for audit heads.\n`,
        },
        newId(),
      ),
    )
  if (failures.length > 0) throw failures[0]
}

/** An address that answers with an error has kept nothing. */
function refuseStatus({ statusCode }: Readonly<Record<string, unknown>>): void {
  if (typeof statusCode === 'number' && (statusCode < 200 || statusCode > 299))
    throw new Error(`Expected the address for audit heads to take them, but it answered ${statusCode}.`)
}
