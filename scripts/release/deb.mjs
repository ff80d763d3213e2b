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
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";

/** Debian's names of processors. */
const ARCHITECTURES = { x64: "amd64", arm64: "arm64" };

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
  put(
    "usr/share/doc/parley/copyright",
    readFileSync(join(packed, "LICENSE"), "utf8") + readFileSync(join(packed, "THIRD-PARTY.txt"), "utf8"),
  );
  for (const name of ["docs", "examples", "fixtures"])
    cpSync(join(packed, name), join(work, "usr/share/parley", name), { recursive: true });
  put(
    "DEBIAN/control",
    `Package: parley
Version: ${version}
Architecture: ${architecture}
Maintainer: Parley <parley@users.noreply.github.com>
Section: devel
Priority: optional
Depends: libc6, libstdc++6
Description: ${description}
`,
  );
  const file = join(folder, `parley_${version}_${architecture}.deb`);
  // The best compression takes minutes and saves a fifth.
  execFileSync("dpkg-deb", ["--root-owner-group", "-Zgzip", "--build", work, file], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}
