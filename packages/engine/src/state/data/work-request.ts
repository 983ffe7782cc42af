import { flag, listOf, mapOf, nullable, number, text, unionOf, type ValueOf } from './codec.ts'

/** The request of a job of kind `work`. */
export const workRequest = unionOf('service', {
  http: {
    method: text,
    url: text,
    headers: mapOf(text),
    body: nullable(text),
    timeoutInMilliseconds: nullable(number),
    followsRedirects: flag,
  },
  mail: {
    /** The name of an email template that has subject and text. Its placeholders are filled when the mail is sent. */
    template: nullable(text),
    from: nullable(text),
    to: listOf(text),
    cc: listOf(text),
    bcc: listOf(text),
    subject: nullable(text),
    text: nullable(text),
    html: nullable(text),
    /** Whether the HTML is a value that anybody can have written, so that it is cleaned before it is sent. */
    isHtmlForeign: flag,
    headers: mapOf(text),
  },
  adapter: {
    /** The key of the adapter. Its request and address are looked up when it is called. */
    adapter: text,
    parameters: mapOf(text),
  },
})

export type WorkRequest = ValueOf<typeof workRequest>
export type HttpWork = Extract<WorkRequest, { service: 'http' }>
export type AdapterWork = Extract<WorkRequest, { service: 'adapter' }>
export type MailWork = Extract<WorkRequest, { service: 'mail' }>

/** The settings that a service needs for the results of its work, by name. */
export const settings = mapOf(nullable(text))

export type Settings = ValueOf<typeof settings>
