const types: Readonly<Record<string, string>> = {
  bpmn: 'text/xml',
  cmmn: 'text/xml',
  dmn: 'text/xml',
  json: 'application/json',
  xml: 'text/xml',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpe: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  tiff: 'image/tiff',
  tif: 'image/tiff',
  groovy: 'text/plain',
  java: 'text/plain',
  js: 'text/plain',
  php: 'text/plain',
  py: 'text/plain',
  rb: 'text/plain',
  html: 'text/plain',
  txt: 'text/plain',
}

/**
 * Returns the MIME type of a deployed file. Types that a browser would execute are replaced: such files are shown as
 * text.
 */
export function contentTypeOf(fileName: string): string {
  const extension = /\.([^./]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  return types[extension] ?? 'application/octet-stream'
}
