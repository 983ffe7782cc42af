/** Namespaces of DMN 1.3, which the editor writes, by what older files have. */
const namespaces: readonly (readonly [RegExp, string])[] = [
  [/http:\/\/www\.omg\.org\/spec\/DMN\/20151101\/dmn\.xsd/g, 'https://www.omg.org/spec/DMN/20191111/MODEL/'],
  [/http:\/\/www\.omg\.org\/spec\/DMN\/20180521\/MODEL\//g, 'https://www.omg.org/spec/DMN/20191111/MODEL/'],
  [/http:\/\/www\.omg\.org\/spec\/DMN\/20180521\/DMNDI\//g, 'https://www.omg.org/spec/DMN/20191111/DMNDI/'],
]

/** Converts the namespaces of a DMN 1.1 or 1.2 file to 1.3, because dmn-js opens no other. The content is unchanged. */
export function toDmn13(xml: string): string {
  return namespaces.reduce((text, [old, current]) => text.replace(old, current), xml)
}
