// A package for Debian and its derivatives: the executable, its manual, its completion for bash, and the
// files that the docs mention.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";

/** Debian's names of processors. */
const ARCHITECTURES = { x64: "amd64", arm64: "arm64" };

const MAINTAINER = "Parley <parley@users.noreply.github.com>";

const NOTICES = `
The licenses of Node.js and of the libraries in the executable:
/usr/share/doc/parley/THIRD-PARTY.txt.gz
`;

/** What lintian reports about every executable that contains Node. */
const OVERRIDES = `# The executable is Node, as its project builds it: with its own zlib, at a fixed address.
parley: embedded-library *zlib*
parley: hardening-no-pie *
`;

export function makeDeb({ version, description, packed, work, folder }) {
  const architecture = ARCHITECTURES[process.arch];
  if (!architecture) throw new Error(`Debian's name of ${process.arch} is not known to this script`);
  const put = (file, content) => {
    const place = join(work, file);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, content);
  };
  const program = join(work, "usr/bin/parley");
  mkdirSync(dirname(program), { recursive: true });
  copyFileSync(join(packed, "parley"), program);
  chmodSync(program, 0o755);
  for (const page of readdirSync(join(packed, "man")))
    put(`usr/share/man/man1/${page}.gz`, gzipSync(readFileSync(join(packed, "man", page)), { level: 9 }));
  put("usr/share/bash-completion/completions/parley", execFileSync(program, ["completion", "bash"]));
  const doc = "usr/share/doc/parley";
  put(`${doc}/copyright`, readFileSync(join(packed, "LICENSE"), "utf8") + NOTICES);
  put(`${doc}/THIRD-PARTY.txt.gz`, gzipSync(readFileSync(join(packed, "THIRD-PARTY.txt")), { level: 9 }));
  put(`${doc}/changelog.gz`, gzipSync(changelog(version), { level: 9 }));
  put("usr/share/lintian/overrides/parley", OVERRIDES);
  for (const name of ["docs", "examples", "fixtures"])
    cpSync(join(packed, name), join(work, "usr/share/parley", name), { recursive: true });
  put(
    "DEBIAN/control",
    `Package: parley
Version: ${version}
Architecture: ${architecture}
Maintainer: ${MAINTAINER}
Section: devel
Priority: optional
Depends: libc6, libstdc++6
Description: ${description.split(",")[0]}
 Parley tests conversational agents, voice and text, before a release, and
 monitors them in production. The parley command contains the whole service,
 and needs no other program.
`,
  );
  makeReadable(work);
  const file = join(folder, `parley_${version}_${architecture}.deb`);
  // The best compression takes minutes and saves a fifth.
  execFileSync("dpkg-deb", ["--root-owner-group", "-Zgzip", "--build", work, file], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** The changes in Debian's format, of the commit that is packed. */
function changelog(version) {
  const date = execFileSync("git", ["log", "-1", "--format=%cD"], { encoding: "utf8" }).trim();
  return `parley (${version}) unstable; urgency=medium

  * Release ${version}. /usr/share/parley/docs describes it.

 -- ${MAINTAINER}  ${date}
`;
}

/** The permissions of the files must not depend on the machine that packs them. */
function makeReadable(folder) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = join(folder, entry.name);
    if (entry.isDirectory()) makeReadable(place);
    else chmodSync(place, (statSync(place).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}
